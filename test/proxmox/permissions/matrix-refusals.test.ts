import { describe, expect, test } from 'vitest'
import { worldFetcher } from '../../../sim/proxmox/fetcher.ts'
import { createSimulator } from '../../../sim/proxmox/simulator.ts'
import { buildWorldFromFile } from '../../../sim/world/build.ts'
import { worldFile } from '../../../sim/world/seed.ts'
import { isProxmoxError, type ProxmoxError } from '../../../src/proxmox/client/error.ts'
import { diagnose } from '../../../src/proxmox/client/refusals.ts'
import { privileges } from '../../../src/proxmox/format-checks/privileges.ts'
import type { Parameters } from '../../../src/proxmox/permissions/call.ts'
import { directCall } from '../../sim/direct-client.ts'
import { leapingClock } from '../../sim/leaping-clock.ts'
import { callOf, rows } from './matrix-rows.ts'

const USER = 'measured@pve'

/** What the measured host had. */
const seed = worldFile.parse({
  nodes: [
    {
      name: 'vm',
      bridges: [{ iface: 'vmbr0', vlan_aware: true }],
      pci: [{ id: '0000:01:00.0', class: '0x030000', vendor: '0x10de', device: '0x2c05', iommugroup: 1 }],
    },
  ],
  storages: [
    {
      storage: 'local',
      type: 'dir',
      path: '/var/lib/vz',
      content: ['iso', 'import', 'images', 'backup', 'snippets'],
      volumes: [
        { volid: 'local:iso/a.iso', size: '1MiB' },
        { volid: 'local:import/a.qcow2', size: '1GiB', format: 'qcow2' },
        { volid: 'local:1000/vm-1000-disk-0.qcow2', size: '1GiB', format: 'qcow2' },
      ],
    },
  ],
  pci_mappings: { gpu0: [{ node: 'vm', path: '0000:01:00.0' }] },
  users: [{ userid: USER }, { userid: 'a@pve' }],
  pools: [{ poolid: 'k8s' }],
  vms: [{ vmid: 1000, node: 'vm', config: { name: 'one', scsi0: 'local:1000/vm-1000-disk-0.qcow2,size=1G' } }],
})

const url = 'http://127.0.0.1:1/a.qcow2'

/** What a call must say beside that on which its rights depend. */
const more: Readonly<Record<string, Parameters>> = {
  'download-url': { content: 'import', filename: 'b.qcow2', url },
  'query-url-metadata': { url },
  'migrate precheck': { target: 'vm' },
  vzdump: { vmid: 1000 },
  'backup job create': { vmid: 1000, schedule: 'daily' },
  'pool add vm': { vms: '1000' },
  'HA resource add': { sid: 'vm:1000' },
  'HA rule add': { rule: 'rule1', type: 'node-affinity', resources: 'vm:1000', nodes: 'vm' },
  'fw vm options': { enable: true },
  'fw vm rule': { type: 'in', action: 'ACCEPT' },
  'fw cluster ipset': { name: 'set1' },
  'fw cluster group': { group: 'group1' },
  'mapping pci create': { map: 'id=10de:2c05,node=vm,path=0000:01:00.0' },
  'role create': { roleid: 'role1' },
  'user create': { userid: 'b@pve' },
  'acl set': { roles: 'PVEAuditor', users: 'a@pve' },
  'token create': { tokenid: 'xx' },
  'metrics server create': { type: 'graphite', server: '192.0.2.1', port: 2003 },
}

/** Calls that were refused for another reason even with every privilege. */
const measuredAs400 = new Set(rows.flatMap(([name, { full }]) => (full.startsWith('400') ? [name] : [])))

/** What could not be measured: on that host every backup that failed ended at a missing `sendmail`. */
const unmeasured: Readonly<Record<string, readonly string[]>> = { vzdump: ['VM.Backup@/vms/1000'] }

type Refusal = Pick<ProxmoxError, 'code' | 'again' | 'hint' | 'message'>

/** Carries a measured call out as somebody with these privileges, in a datacenter of its own; tells its refusal. */
async function refusalOf(name: string, privs: readonly string[]): Promise<Refusal | undefined> {
  const clock = leapingClock()
  const world = buildWorldFromFile(seed, clock.now())
  world.access.roles.push({ roleid: 'Measured', privs: [...privs] })
  world.access.acl.push({ path: '/', ugid: USER, roleid: 'Measured', propagate: true, type: 'user' })
  const ask = directCall(createSimulator(world, clock, worldFetcher(world)), USER)
  const { verb, path, parameters } = measuredCall(name)
  try {
    await ask(verb, path, parameters)
  } catch (error) {
    if (isProxmoxError(error, 'proxmox-permission')) return error
    if (isProxmoxError(error) && error.status !== 400) return undefined
    if (isProxmoxError(error) && measuredAs400.has(name)) return undefined
    throw error
  }
  while (world.tasks.some(({ endtime }) => endtime === undefined)) await new Promise(setImmediate)
  const [end] = world.tasks.flatMap(({ status = '' }) => (/Permission check failed/.test(status) ? [status] : []))
  return end === undefined ? undefined : { ...diagnose(end), hint: diagnose(end).hint, message: end }
}

/** The call with everything that it has to say, and nothing that it has not. */
function measuredCall(name: string) {
  const call = callOf(name)
  if (call === undefined) throw new Error(`no call stands for the measurement ${name}`)
  const { verb, path, parameters } = call
  const own = name.startsWith('create') ? { vmid: 2000 } : {}
  const addressed = Object.entries(parameters).filter(
    ([key]) => !['node', 'vmid'].includes(key) || path.includes(`{${key}}`),
  )
  const all = Object.entries({ ...Object.fromEntries(addressed), ...own, ...more[name] })
  return {
    verb,
    path,
    parameters: Object.fromEntries(all.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
  }
}

const everything = [...privileges['9']]

describe.runIf(rows.length > 0)(
  'what is refused without a privilege is what the genuine code refuses, and is told',
  () => {
    test.each(rows)('%s', async (name, { need }) => {
      expect(await refusalOf(name, everything)).toBeUndefined()
      const missed = new Map<string, Refusal>()
      for (const privilege of everything) {
        const refusal = await refusalOf(
          name,
          everything.filter((each) => each !== privilege),
        )
        if (refusal !== undefined) missed.set(privilege, refusal)
      }
      const measured = new Map(
        [...need, ...(unmeasured[name] ?? [])].map((text) => [
          text.slice(0, text.indexOf('@')),
          text.slice(text.indexOf('@') + 1),
        ]),
      )
      expect(new Set(missed.keys())).toEqual(new Set(measured.keys()))
      for (const [privilege, { code, again, hint, message }] of missed) {
        expect({ code, again }).toEqual({ code: 'proxmox-permission', again: 'never' })
        // Some refusals name neither.
        const path = measured.get(privilege)?.replace(/^(\/vms)\/\d+$/, '$1') ?? ''
        if (path === '') expect(hint).toContain('Proxmox does not name the missing privilege')
        else {
          expect(message).toContain(privilege)
          expect(hint).toContain(`grant ${privilege} on ${path}`)
        }
      }
    })
  },
)
