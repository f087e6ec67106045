import { beforeAll, describe, expect, test } from 'vitest'
import { difference } from '../../../src/proxmox/hardware/difference.ts'
import type { HardwareDifference } from '../../../src/proxmox/hardware/hardware-difference.ts'
import type { ObservedVm } from '../../../src/proxmox/observe/observed.ts'
import { performTask } from '../../../src/proxmox/tasks/perform-task.ts'
import type { Desired, Machine } from '../../../src/resolve/desired.ts'
import { machineOf, resolved, smallCluster } from '../../resolve/resolved.ts'
import { optionCases } from '../../spec/vm/option-cases.ts'
import { apply, makeVm, power, type Simulated, simulate, vmOf, wantedOf, worldFor } from '../simulated.ts'

const nothing = { changes: [], set: {}, delete: [], resize: [], move: [], restart: [], replace: [], blocked: [] }

/** What somebody added by hand to each VM: keys, a disk, parts of a key, words in the notes. */
const foreign = {
  audio0: 'device=ich9-intel-hda',
  usb3: 'spice',
  scsi15: 'spare:3,serial=MINE',
  vmstatestorage: 'spare',
}

/** A cluster with one pool for each case, with or without what the case says. */
function cluster(isChanged: boolean): Promise<Desired> {
  const pools = optionCases.map(([, vm], at) => [
    `case${at}`,
    { count: 1, vmids: `${5000 + at}-${5000 + at}`, addresses: `+${50 + at}`, vm: isChanged ? vm : {} },
  ])
  return resolved({
    ...smallCluster,
    proxmox: { hosts: ['pve1'], credentials: { type: 'password', username: 'root@pam' } },
    controlPlane: { count: 1 },
    workers: Object.fromEntries(pools),
  })
}

let plain: Desired
let changed: Desired
beforeAll(async () => {
  plain = await cluster(false)
  changed = await cluster(true)
})

/** A datacenter with everything that some case needs. */
function simulateEverything(): Simulated {
  const seed = worldFor(changed)
  const hook = { volid: 'local:snippets/hook.sh', size: 100 }
  const storages = seed.storages?.map((one) =>
    one.storage === 'local' ? { ...one, volumes: [...(one.volumes ?? []), hook] } : one,
  )
  const simulated = simulate({ ...seed, storages: storages ?? [] })
  simulated.sim.world.mappings.pci.card = { map: 'id=10de:2c05,node=pve1,path=0000:28:00.0' }
  return simulated
}

async function addByHand(simulated: Simulated, machine: Machine): Promise<void> {
  const { host: node, vmid, config } = await vmOf(simulated, plain, machine)
  const form = {
    ...foreign,
    net0: `${config.net0},link_down=1`,
    description: `${config.description}\n\nbought in spring`,
  }
  const { client } = simulated
  await performTask(client, (options) =>
    client.post('/nodes/{node}/qemu/{vmid}/config', { node, vmid, ...form }, options),
  )
}

interface Seen {
  readonly first: HardwareDifference
  readonly after: ObservedVm
  readonly second: HardwareDifference
  readonly final: HardwareDifference
  readonly vm: ObservedVm
}

/** Brings a VM to what a cluster says, and restarts it when it runs. */
async function bring(simulated: Simulated, desired: Desired, name: string): Promise<Seen> {
  const machine = machineOf(desired, name)
  const wanted = wantedOf(desired, machine)
  const before = await vmOf(simulated, desired, machine)
  const first = difference(wanted, before)
  await apply(simulated, before, first)
  if (first.replace.length > 0) return { first, after: before, second: first, final: first, vm: before }
  const after = await vmOf(simulated, desired, machine)
  const second = difference(wanted, after)
  if (before.power === 'running') {
    await power(simulated, after, 'stop')
    await power(simulated, after, 'start')
  }
  const vm = await vmOf(simulated, desired, machine)
  return { first, after, second, final: difference(wanted, vm), vm }
}

/** The first change to each case, and the way back. */
interface Story {
  readonly made: ObservedVm
  readonly there: Seen
  readonly back: Seen
}

async function tell(simulated: Simulated, name: string, isRunning: boolean): Promise<Story> {
  const machine = machineOf(plain, name)
  await makeVm(simulated, plain, machine)
  await apply(simulated, await vmOf(simulated, plain, machine), {
    ...nothing,
    resize: difference(wantedOf(plain, machine), await vmOf(simulated, plain, machine)).resize,
  })
  await addByHand(simulated, machine)
  const made = await vmOf(simulated, plain, machine)
  if (isRunning) await power(simulated, made, 'start')
  return { made, there: await bring(simulated, changed, name), back: await bring(simulated, plain, name) }
}

async function tellAll(isRunning: boolean): Promise<ReadonlyMap<string, Story>> {
  const stories = new Map<string, Story>()
  const simulated = simulateEverything()
  const told = caseNames.map(async ([, , name]) => stories.set(name, await tell(simulated, name, isRunning)))
  await Promise.all(told)
  return stories
}

const caseNames = optionCases.map(([option, vm], at) => [option, vm, `test-case${at}-1`] as const)
/** Changes that no VM survives. */
const replaced = new Set(['bios', 'efidisk', 'disk'])

describe.each([
  ['that is off', false],
  ['that runs', true],
])('a change of one setting of a VM %s', (_, isRunning) => {
  let stories: Promise<ReadonlyMap<string, Story>> | undefined
  const storyOf = async (name: string): Promise<Story> => {
    stories ??= tellAll(isRunning)
    const story = (await stories).get(name)
    if (story === undefined) throw new Error(`there is no story of ${name}`)
    return story
  }

  test.each(caseNames)('vm.%s: %j is done, and is gone again with the setting', async (option, _vm, name) => {
    const { made, there, back } = await storyOf(name)
    expect(there.first.changes).not.toEqual([])
    if (there.first.replace.length > 0) {
      expect(replaced).toContain(option)
      expect(there.first).toMatchObject({ set: {}, delete: [], resize: [], move: [], restart: [] })
      return
    }
    for (const { first, after, second, final } of [there, back]) {
      expect(first.restart.toSorted()).toEqual(Object.keys(after.pending).sort())
      expect(second).toEqual({ ...nothing, changes: second.changes, restart: first.restart })
      expect(second.changes.every(({ kind }) => kind === 'waiting')).toBe(true)
      expect(final).toEqual(nothing)
    }
    // Detached disks stay with the VM; all else is as it was, what was added by hand included.
    const { unused0: _, unused1: __, unused2: ___, ...left } = back.vm.config
    expect(Object.keys(left)).toEqual(expect.arrayContaining(Object.keys(foreign)))
    expect({ ...left, description: '' }).toEqual({ ...made.config, description: '' })
    expect(left.description).toContain('bought in spring')
    if (!isRunning) expect(left.description).toBe(made.config.description)
  })
})
