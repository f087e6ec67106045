import { beforeAll, describe, expect, test } from 'vitest'
import type { ObservedGuest, VmKeys } from '../../../src/proxmox/observe/observed.ts'
import { printNotes } from '../../../src/proxmox/ownership/notes.ts'
import { type Cluster, rosterOf } from '../../../src/proxmox/ownership/roster.ts'
import { standingOf } from '../../../src/proxmox/ownership/standing.ts'
import { machineOf, resolved, smallCluster } from '../../resolve/resolved.ts'
import { wantedOf } from '../simulated.ts'

let roster: Cluster
let guest: ObservedGuest
let config: VmKeys
beforeAll(async () => {
  const desired = await resolved({ ...smallCluster, controlPlane: { count: 1 } })
  const machine = machineOf(desired, 'test-cp-1')
  const { keys, record } = wantedOf(desired, machine)
  roster = { cluster: desired.name, machines: desired.machines }
  config = { ...keys, description: printNotes({ before: '', after: '', record }) }
  guest = {
    vmid: machine.vmid,
    kind: 'qemu',
    host: 'pve1',
    name: machine.name,
    power: 'stopped',
    template: false,
    tags: machine.vm.tags,
    uptimeSeconds: 0,
    cpus: 4,
    memoryBytes: 0,
  }
})

const OTHER_ID = 'uuid=11111111-2222-4333-8444-555555555555'
const without = (...keys: readonly string[]): VmKeys =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)))
const noted = (from: string | RegExp, to: string): VmKeys => ({
  ...config,
  description: config.description?.replace(from, to) ?? '',
})
const judge = (keys: VmKeys, change: Partial<ObservedGuest> = {}) =>
  standingOf(rosterOf(roster), { ...guest, ...change }, keys)
/** Judges what the home remembers to have begun on pve1. */
const judgeBegun = (keys: VmKeys, change: Partial<ObservedGuest> = {}) =>
  standingOf(
    rosterOf({ ...roster, begun: [{ vmid: guest.vmid, host: 'pve1' }] }),
    { ...guest, tags: [], ...change },
    keys,
  )
type Judging = () => ReturnType<typeof judge>

describe('a VM is ours', () => {
  test('when tags, record and SMBIOS id agree', () => {
    expect(judge(config).kind).toBe('ours')
    expect(judge(config, { power: 'running' }).kind).toBe('ours')
  })

  test('when it has another VMID or name than the file says by now', () => {
    expect(judge(config, { vmid: 777, name: 'old' }).kind).toBe('ours')
  })

  test('when the file has come to name another bus for its disk', () => {
    const machines = roster.machines.map((one) => ({
      ...one,
      vm: { ...one.vm, disk: { ...one.vm.disk, bus: 'virtio' as const } },
    }))
    const { scsi0 = '', ...others } = config
    const byHand = { ...others, virtio0: scsi0 }
    for (const power of ['running', 'stopped'] as const) {
      for (const keys of [config, byHand]) {
        expect(standingOf(rosterOf({ ...roster, machines }), { ...guest, power }, keys).kind).toBe('ours')
      }
    }
    expect(standingOf(rosterOf({ ...roster, machines }), guest, others)).toMatchObject({
      unfinished: { missing: ['disk'] },
    })
  })

  test('when it runs, wherever its disk is', () => {
    const { scsi0 = '', ...others } = config
    expect(judge({ ...others, sata0: scsi0 }, { power: 'running' }).kind).toBe('ours')
  })

  test('when the file no longer knows the machine', () => {
    expect(standingOf(rosterOf({ ...roster, machines: [] }), guest, config).kind).toBe('ours')
  })
})

const foreign: [string, Judging, RegExp][] = [
  [
    'when it only has our name and VMID',
    () => judge({ name: 'test-cp-1', scsi0: 'tank:1' }, { tags: [] }),
    /no record/,
  ],
  ['when it runs without our tags', () => judge(config, { tags: ['web'], power: 'running' }), /lacks the tags/],
  ['when it is a copy of ours', () => judge({ ...config, smbios1: OTHER_ID }, { vmid: 777, name: 'copy' }), /copy/],
  ['when it runs with another SMBIOS id', () => judge({ ...config, smbios1: OTHER_ID }, { power: 'running' }), /copy/],
  [
    'when its record names another cluster',
    () => judge({ ...noted('cluster: test', 'cluster: prod'), smbios1: OTHER_ID }),
    /names the cluster prod/,
  ],
  [
    'when its record is damaged and its SMBIOS id another',
    () => judge({ ...noted(/^index.*\n/m, ''), smbios1: OTHER_ID }),
    /damaged/,
  ],
  [
    'when somebody makes another VM at our VMID',
    () => judge({ lock: 'clone', name: 'web' }, { tags: [] }),
    /no record/,
  ],
  ['when it is empty and nobody knows of it', () => judge({}, { tags: [], name: 'VM 2000' }), /it is empty/],
  ['when it is empty on another host than ours was begun on', () => judgeBegun({}, { host: 'pve2' }), /it is empty/],
  ['when it was begun and is somebody’s by now', () => judgeBegun({ name: 'web', scsi0: 'tank:1' }), /no record/],
  ['when it was begun and runs', () => judgeBegun({}, { power: 'running' }), /it is empty/],
]

test.each(foreign)('a VM is foreign %s, and says why', (_, judging, reason) => {
  const found = judging()
  expect(found.kind === 'foreign' ? found.inTheWay.reasons.join('; ') : found.kind).toMatch(reason)
})

const unfinished: [string, Judging, object][] = [
  [
    'a clone that was not configured',
    () => judge({ ...config, smbios1: OTHER_ID, tags: 'template' }, { tags: ['template'] }),
    { known: 'record', missing: ['tags', 'SMBIOS id'] },
  ],
  [
    'a clone that was cut off while its disks were copied',
    () => judge({ ...without('scsi0', 'tags'), smbios1: OTHER_ID, lock: 'clone' }, { tags: [], lock: 'clone' }),
    { known: 'record', missing: ['tags', 'SMBIOS id', 'disk scsi0'] },
  ],
  [
    'a whole VM with the lock left behind',
    () => judge({ ...config, lock: 'create' }),
    { known: 'record', missing: [] },
  ],
  ['a VM without its disk', () => judge(without('scsi0')), { known: 'record', missing: ['disk scsi0'] }],
  [
    'a VM that lost its notes',
    () => judge(without('description')),
    { known: 'identity', missing: ['record in the notes'] },
  ],
  [
    'a VM of which there is only the number',
    () => judge({ lock: 'create' }, { tags: [], lock: 'create', name: 'VM 2000' }),
    { known: 'vmid', missing: ['name', 'tags', 'record in the notes', 'SMBIOS id', 'disk scsi0'] },
  ],
  ['an empty VM that we have begun', () => judgeBegun({}), { known: 'begun' }],
  ['one that got its half-filled disks back to be removed', () => judgeBegun({ scsi30: 'tank:1' }), { known: 'begun' }],
]

test.each(unfinished)('%s is unfinished, and says what it lacks', (_, judging, expected) => {
  expect(judging()).toMatchObject({ kind: 'unfinished', unfinished: expected })
})
