import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callerOf } from '../../../../sim/proxmox/auth/caller.ts'
import { checkPermission } from '../../../../sim/proxmox/auth/check-permission.ts'
import { has, privilegesAt } from '../../../../sim/proxmox/auth/rights.ts'
import { builtInRolesOf } from '../../../../sim/proxmox/auth/roles.ts'
import { buildWorld } from '../../../../sim/world/build.ts'
import type { WorldSeed } from '../../../../sim/world/seed.ts'
import type { World } from '../../../../sim/world/world.ts'

function worldWith(acl: WorldSeed['acl'], more: Partial<WorldSeed> = {}): World {
  const token = (name: string, privsep: 0 | 1) => ({ 'full-tokenid': `u@pve!${name}`, secret: 's', privsep })
  return buildWorld(
    {
      nodes: ['pve1'],
      users: [{ userid: 'u@pve', groups: ['crew'] }, { userid: 'v@pve' }],
      groups: [{ groupid: 'crew' }],
      tokens: [token('full', 0), token('sep', 1)],
      acl,
      ...more,
    },
    0,
  )
}

const names = (world: World, id: string, path: string) => [...privilegesAt(world, id, path).keys()].sort()
const PVEAuditor = [
  'Datastore.Audit',
  'Mapping.Audit',
  'Pool.Audit',
  'SDN.Audit',
  'Sys.Audit',
  'VM.Audit',
  'VM.GuestAgent.Audit',
]

test('a role goes on to the paths below when it propagates, and else stays', () => {
  const down = worldWith([{ path: '/vms', ugid: 'u@pve', roleid: 'PVEAuditor' }])
  expect(names(down, 'u@pve', '/vms/100')).toEqual(PVEAuditor)
  expect(names(down, 'u@pve', '/')).toEqual([])
  const here = worldWith([{ path: '/vms', ugid: 'u@pve', roleid: 'PVEAuditor', propagate: 0 }])
  expect(names(here, 'u@pve', '/vms')).toEqual(PVEAuditor)
  expect(names(here, 'u@pve', '/vms/100')).toEqual([])
})

test('a deeper entry replaces those above it, and a user entry replaces those of groups', () => {
  const world = worldWith([
    { path: '/', ugid: 'u@pve', roleid: 'Administrator' },
    { path: '/vms', ugid: 'crew', roleid: 'PVEAuditor' },
    { path: '/vms/100', ugid: 'crew', roleid: 'PVEVMAdmin' },
    { path: '/vms/100', ugid: 'u@pve', roleid: 'PVETemplateUser' },
  ])
  expect(names(world, 'u@pve', '/vms/101')).toEqual(PVEAuditor)
  expect(names(world, 'u@pve', '/vms/100')).toEqual(['VM.Audit', 'VM.Clone'])
})

test('no access beats every other role at its path', () => {
  const world = worldWith([
    { path: '/vms', ugid: 'u@pve', roleid: 'NoAccess' },
    { path: '/vms', ugid: 'u@pve', roleid: 'PVEVMAdmin' },
  ])
  expect(names(world, 'u@pve', '/vms/100')).toEqual([])
})

test('a pool gives rights on its members, which do not go on below', () => {
  const world = worldWith([{ path: '/pool/k8s', ugid: 'u@pve', roleid: 'PVEAuditor' }], {
    pools: [{ poolid: 'k8s', vms: [100], storages: ['local'] }],
  })
  expect(has(world, 'u@pve', '/vms/100', ['VM.Audit'])).toBe(true)
  expect(has(world, 'u@pve', '/storage/local', ['Datastore.Audit'])).toBe(true)
  expect(has(world, 'u@pve', '/vms/101', ['VM.Audit'])).toBe(false)
  expect(privilegesAt(world, 'u@pve', '/vms/100').get('VM.Audit')).toBe(false)
})

test('a token of its own rights has at most those of its user', () => {
  const paths = ['/', '/vms', '/vms/100', '/storage/local', '/pool/k8s']
  const roles = ['Administrator', 'PVEAuditor', 'PVEVMUser', 'NoAccess', 'PVEAdmin']
  const entry = fc.record({
    path: fc.constantFrom(...paths),
    ugid: fc.constantFrom('u@pve', 'crew', 'u@pve!sep'),
    roleid: fc.constantFrom(...roles),
    propagate: fc.constantFrom<0 | 1>(0, 1),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), fc.constantFrom(...paths), (acl, path) => {
      const world = worldWith(acl, { pools: [{ poolid: 'k8s', vms: [100], storages: ['local'] }] })
      const ofUser = privilegesAt(world, 'u@pve', path)
      for (const priv of privilegesAt(world, 'u@pve!sep', path).keys()) expect(ofUser.has(priv)).toBe(true)
      expect(privilegesAt(world, 'u@pve!full', path)).toEqual(ofUser)
    }),
  )
})

test('each release has its own privileges in the built-in roles', () => {
  const eight = builtInRolesOf(worldWith([], { flavour: '8.4' }))
  const nine = builtInRolesOf(worldWith([]))
  expect(eight.get('PVEVMAdmin')).toContain('VM.Monitor')
  expect(nine.get('PVEVMAdmin')).not.toContain('VM.Monitor')
  expect(nine.get('PVEAuditor')).toContain('VM.GuestAgent.Audit')
  expect(nine.get('PVEAdmin')).not.toContain('Mapping.Modify')
  expect(nine.get('PVEAdmin')).not.toContain('Sys.Modify')
})

test('an expression of the schema admits and refuses, with the words of the first missing right', () => {
  const world = worldWith([{ path: '/storage/local', ugid: 'u@pve', roleid: 'PVEDatastoreAdmin' }])
  const check = [
    'and',
    ['perm', '/storage/{storage}', ['Datastore.AllocateTemplate']],
    ['or', ['perm', '/', ['Sys.Modify']], ['perm', '/nodes/{node}', ['Sys.AccessNetwork']]],
  ] as const
  const caller = callerOf('u@pve')
  expect(() => checkPermission(world, check, caller, { storage: 'other', node: 'pve1' })).toThrow(
    'Permission check failed (/storage/other, Datastore.AllocateTemplate)\n',
  )
  expect(() => checkPermission(world, check, caller, { storage: 'local', node: 'pve1' })).toThrow(
    'Permission check failed\n',
  )
  expect(() => checkPermission(world, 'root', caller, {})).toThrow('user != root@pam')
  expect(() => checkPermission(world, check, callerOf('root@pam'), {})).not.toThrow()
})

test("a path with strange characters is nobody's", () => {
  const world = worldWith([{ path: '/', ugid: 'u@pve', roleid: 'Administrator' }])
  expect(() =>
    checkPermission(world, ['perm', '/pool/{poolid}', ['Pool.Allocate']], callerOf('u@pve'), { poolid: 'a b' }),
  ).toThrow('Permission check failed (, Pool.Allocate)')
})
