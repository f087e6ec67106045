import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { difference } from '../../../src/proxmox/hardware/difference.ts'
import { readHardware } from '../../../src/proxmox/hardware/read-hardware.ts'
import { withSeedUrl } from '../../../src/proxmox/hardware/seed-url.ts'
import type { VmState } from '../../../src/proxmox/hardware/step.ts'
import type { WantedVm } from '../../../src/proxmox/hardware/wanted-vm.ts'
import { printNotes } from '../../../src/proxmox/ownership/notes.ts'
import { machineOf, resolved, smallCluster } from '../../resolve/resolved.ts'
import { wantedOf } from '../simulated.ts'

const nothing = { changes: [], set: {}, delete: [], resize: [], move: [], restart: [], replace: [], blocked: [] }

async function wantedWith(vm: object): Promise<WantedVm> {
  const desired = await resolved({ ...smallCluster, controlPlane: { count: 1, vm } })
  return wantedOf(desired, machineOf(desired, 'test-cp-1'))
}

let wanted: WantedVm
let plain: VmState
beforeAll(async () => {
  wanted = await wantedWith({})
  plain = stateOf(wanted)
})

/** The VM as Proxmox would show it once it was made. */
function stateOf({ keys, notes, record }: WantedVm, change: Record<string, string> = {}): VmState {
  const made = {
    scsi0: 'local-lvm:vm-2000-disk-1,backup=0,discard=on,replicate=0,size=40G,ssd=1',
    efidisk0: 'local-lvm:vm-2000-disk-0,efitype=4m,size=528K',
    ide0: 'local-lvm:vm-2000-cloudinit,media=cdrom,size=4M',
    description: printNotes({ before: notes ?? '', after: '', record }),
    meta: 'creation-qemu=10.1.2,ctime=1767225600',
    vmgenid: '9b1f3d7e-0000-4000-8000-000000000000',
  }
  return { config: { ...keys, ...made, ...change }, pending: {}, power: 'running', record }
}

const phrases = (state: VmState, to: WantedVm = wanted) => difference(to, state).changes.map(({ phrase }) => phrase)

test('a VM that is what it should be has no difference, with what Proxmox itself added', () => {
  expect(difference(wanted, plain)).toEqual(nothing)
})

describe('disks', () => {
  test('grow by a resize', () => {
    const state = stateOf(wanted, { scsi0: 'local-lvm:vm-2000-disk-1,backup=0,discard=on,replicate=0,size=20G,ssd=1' })
    const found = difference(wanted, state)
    expect(found).toMatchObject({
      set: {},
      restart: [],
      resize: [{ disk: 'scsi0', from: 20 * 2 ** 30, to: 40 * 2 ** 30 }],
    })
    expect(phrases(state)).toEqual(['disk scsi0 20GiB → 40GiB'])
  })

  test('never shrink: only a new VM has a smaller one', () => {
    const state = stateOf(wanted, { scsi0: 'local-lvm:vm-2000-disk-1,backup=0,discard=on,replicate=0,size=50G,ssd=1' })
    expect(difference(wanted, state)).toMatchObject({
      set: {},
      resize: [],
      replace: ['disk scsi0 50GiB → 40GiB, but disks cannot shrink'],
    })
  })

  test('go to another storage, unless they share blocks with a template', () => {
    const options = 'backup=0,discard=on,replicate=0,size=40G,ssd=1'
    const moved = stateOf(wanted, { scsi0: `tank:vm-2000-disk-1,${options}` })
    expect(difference(wanted, moved).move).toEqual([{ disk: 'scsi0', from: 'tank', to: 'local-lvm' }])
    const linked = stateOf(wanted, { scsi0: `tank:base-998-disk-0/vm-2000-disk-1,${options}` })
    expect(difference(wanted, linked)).toEqual(nothing)
  })

  test('keep volume and options that others set', () => {
    const state = stateOf(wanted, { scsi0: 'local-lvm:vm-2000-disk-1,backup=0,replicate=0,serial=MINE,size=40G,ssd=1' })
    expect(difference(wanted, state)).toMatchObject({
      set: { scsi0: 'local-lvm:vm-2000-disk-1,backup=0,discard=on,replicate=0,serial=MINE,ssd=1' },
      restart: ['scsi0'],
    })
    expect(phrases(state)).toEqual(['scsi0 discard unset → on'])
  })

  test('of others are not taken over, and stay so after the update', async () => {
    const two = await wantedWith({ disks: [{ size: '10GiB' }] })
    const state = stateOf(wanted, { scsi1: 'tank:vm-2000-disk-9,size=10G' })
    const found = difference(two, state)
    expect(found.blocked).toEqual(['scsi1 is taken by tank:vm-2000-disk-9,size=10G, which talmox did not attach'])
    expect(found).toMatchObject({ set: {}, delete: [], resize: [] })
  })

  test('that the file no longer names are detached, not removed', async () => {
    const two = await wantedWith({ disks: [{ size: '10GiB' }] })
    const state = stateOf(two, { scsi1: 'local-lvm:vm-2000-disk-2,backup=0,discard=on,replicate=0,size=10G,ssd=1' })
    expect(difference(two, state)).toEqual(nothing)
    expect(difference(wanted, state)).toMatchObject({ delete: ['scsi1'], restart: [] })
    expect(phrases(state)).toContain('disk scsi1 of 10GiB is detached, and kept as unused')
  })

  test('with the system cannot be made again, and nothing else is done to a VM that lacks it', () => {
    const { scsi0: _, ...config } = plain.config
    const found = difference(wanted, { ...plain, config: { ...config, memory: '1024' } })
    expect(found.replace).toEqual(['scsi0, the disk of the system, is missing'])
    expect(found).toMatchObject({ set: {}, delete: [], restart: [] })
  })

  test.each(['import', 'iso'])(
    'with the system stay where they are when the file names another bus: %s',
    async (mode) => {
      const desired = await resolved({
        ...smallCluster,
        image: { mode },
        controlPlane: { count: 1, disk: { size: '40GiB', bus: 'virtio' } },
      })
      const found = difference(wantedOf(desired, machineOf(desired, 'test-cp-1')), plain)
      expect(found.replace).toEqual(['virtio0, the disk of the system, is missing'])
      expect(found).toMatchObject({ set: {}, delete: [], restart: [] })
    },
  )
})

describe('keys', () => {
  test('in words', () => {
    const state = stateOf(wanted, {
      memory: '4096',
      net0: 'virtio=66:DD:7B:60:E2:04,bridge=vmbr1,queues=2',
      tags: 'controlplane;kubernetes;mine;talmox;talos;test',
      cores: '2',
    })
    expect(phrases(state)).toEqual([
      'cores 2 → 4',
      'memory 4GiB → 8GiB',
      'net0 bridge vmbr1 → vmbr0, queues 2 → 4',
      'tags +linux -mine',
    ])
  })

  test('that change the firmware or the processor need a new VM', () => {
    expect(difference(wanted, stateOf(wanted, { bios: 'seabios' })).replace).toEqual([
      'bios seabios → ovmf, which needs a new VM',
    ])
    expect(difference(wanted, stateOf(wanted, { machine: 'virt' })).replace).toEqual([
      'machine virt → q35, which needs a new VM',
    ])
  })

  test('that wait for a restart are said to, and one that waits for something else is set again', () => {
    const state = stateOf(wanted, { memory: '4096', cores: '4' })
    const waiting = { ...state, pending: { memory: '8192', cores: '8', vga: 'virtio' } }
    const found = difference(wanted, waiting)
    expect(found.set).toEqual({ cores: '4' })
    expect(found.restart).toEqual(['memory'])
  })

  test('of which only a part waits that talmox does not decide need no restart', () => {
    const smbios1 = wanted.keys.smbios1 ?? ''
    const state = stateOf(wanted, { smbios1: withSeedUrl(smbios1, 'http://192.168.1.5:8480/talmox/word/', '9') })
    expect(difference(wanted, { ...state, pending: { smbios1 } })).toEqual(nothing)
    expect(difference(wanted, state)).toEqual(nothing)
    const other = {
      ...state,
      pending: { smbios1 },
      config: { ...state.config, smbios1: 'uuid=00000000-0000-4000-8000-000000000000' },
    }
    expect(difference(wanted, other).restart).toEqual(['smbios1'])
  })

  test('of others are left alone, those by the same name as an option included', () => {
    expect(
      difference(wanted, stateOf(wanted, { watchdog: 'model=ib700', args: '-x', unused0: 'tank:vm-1-disk-0' })),
    ).toEqual(nothing)
  })

  test('that carry a secret are never shown', () => {
    const secret = { ...wanted, keys: { ...wanted.keys, sshkeys: 'ssh-ed25519%20AAAA' } }
    const { changes } = difference(secret, stateOf(wanted, { sshkeys: 'other' }))
    expect(JSON.stringify(changes)).not.toMatch(/AAAA|other/)
  })
})

describe('notes', () => {
  test('of people stay around the record', async () => {
    const state = stateOf(wanted)
    const description = `mine\n\n${state.config.description}\n\nalso mine`
    expect(difference(wanted, stateOf(wanted, { description }))).toEqual(nothing)
    const changed = difference(await wantedWith({ serial: true }), stateOf(wanted, { description }))
    expect(changed.set.description).toMatch(/^mine\n\n```talmox\n[\s\S]* serial0 [\s\S]*```\n\nalso mine$/)
  })

  test('that the file stated go with it, and the record keeps what the VM was made from', async () => {
    const stated = await wantedWith({ description: 'rack 3' })
    const newer = { ...wanted, record: { ...wanted.record, schematic: 'd'.repeat(64), talmox: '9.9.9' } }
    const { set } = difference(newer, stateOf(stated))
    expect(set.description).toBe(printNotes({ before: '', after: '', record: wanted.record }))
  })
})

test('the order and spelling of what Proxmox shows never matter', () => {
  const shuffled = (text: string, seed: number) => {
    const [first = '', ...rest] = text.split(',')
    const at = rest.length === 0 ? 0 : seed % rest.length
    return [first, ...rest.slice(at), ...rest.slice(0, at)].join(',')
  }
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom('1', 'on', 'yes'), (seed, yes) => {
      const config = Object.fromEntries(
        Object.entries(plain.config).map(([key, text]) => [key, key === 'description' ? text : shuffled(text, seed)]),
      )
      const tags = config.tags?.split(';').reverse().join(';').toUpperCase() ?? ''
      const ssd = config.scsi0?.replace('ssd=1', `ssd=${yes}`) ?? ''
      expect(difference(wanted, { ...plain, config: { ...config, tags, scsi0: ssd } })).toEqual(nothing)
    }),
  )
})

test('the hardware of a configuration is read with the defaults of Proxmox', () => {
  expect(readHardware({ sockets: '2', cores: '3' })).toMatchObject({ cpus: 6, memoryBytes: 512 * 2 ** 20, disks: [] })
  expect(readHardware(plain.config)).toEqual({
    cpus: 4,
    memoryBytes: 8 * 2 ** 30,
    disks: [{ key: 'scsi0', volid: 'local-lvm:vm-2000-disk-1', storage: 'local-lvm', sizeBytes: 40 * 2 ** 30 }],
    nics: [{ key: 'net0', mac: '66:DD:7B:60:E2:04', bridge: 'vmbr0', vlan: undefined }],
    volumes: ['local-lvm:vm-2000-disk-0', 'local-lvm:vm-2000-cloudinit', 'local-lvm:vm-2000-disk-1'],
    cloudInit: 'ide0',
  })
})
