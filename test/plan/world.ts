import type { Live } from '../../src/live/live.ts'
import { wantedVm } from '../../src/proxmox/hardware/wanted-vm.ts'
import type { ObservedVm } from '../../src/proxmox/observe/observed.ts'
import { printNotes } from '../../src/proxmox/ownership/notes.ts'
import type { Desired, Machine } from '../../src/resolve/desired.ts'

const TiB = 2 ** 40

/** The version that machines of these tests were made by. */
const TALMOX = '0.0.0'

/** The schematic of an image: one letter for each set of extensions. */
const schematicOf = ({ image }: Machine): string => `${image.extensions.length}`.repeat(64)

/** A datacenter with the hosts and storages of a cluster, and nothing else. */
export function nothingThere({ machines, proxmox }: Desired): Live {
  const hosts = [...new Set([...proxmox.hosts, ...machines.flatMap(({ host }) => host ?? [])])]
  const disks = machines.flatMap(({ vm, storage }) =>
    [vm.disk, ...vm.disks].map((disk) => disk.storage ?? storage.disks),
  )
  const files = machines.flatMap(({ storage }) => [storage.images, storage.templates])
  const storages = [...new Set([...disks, ...files])]
  return {
    proxmox: {
      version: { version: '9.1.1', release: '9.1' },
      hosts: hosts.map((name) => ({ name, cpus: 64, memoryBytes: TiB, memoryUsedBytes: 0, uptimeSeconds: 1000 })),
      storages: hosts.flatMap((host) =>
        storages.map((id) => ({
          id,
          host,
          type: 'dir',
          shared: id === 'ceph',
          content: ['images', 'import', 'iso'],
          active: true,
          totalBytes: 10 * TiB,
          usedBytes: 0,
        })),
      ),
      pools: [],
      vms: [],
      unread: [],
      others: [],
    },
    schematics: Object.fromEntries(machines.map((machine) => [machine.name, schematicOf(machine)])),
    nodes: {},
    etcd: { state: 'none', members: [] },
    kubernetes: { kind: 'absent' },
    home: { secrets: 'missing', clientConfigs: 'missing' },
  }
}

/** The VM of a machine as Proxmox shows it once it was made, switched off. */
export function vmOf(desired: Desired, machine: Machine, host = machine.host ?? ''): ObservedVm {
  const { keys, notes, record } = wantedVm(machine, desired, { schematic: schematicOf(machine), talmox: TALMOX })
  const description = printNotes({ before: notes ?? '', after: '', record })
  const made = Object.entries(keys).map(([key, text], place) => [key, madeDrive(machine.vmid, place, text)])
  return {
    vmid: machine.vmid,
    kind: 'qemu',
    host,
    name: machine.name,
    power: 'stopped',
    template: false,
    tags: (keys.tags ?? '').split(';'),
    uptimeSeconds: 0,
    cpus: machine.vm.cores,
    memoryBytes: machine.vm.memory,
    config: { ...Object.fromEntries(made), description },
    pending: {},
    digest: '0'.repeat(40),
    uuid: machine.uuid,
    record,
  }
}

/** `local:40,ssd=1` is how a new disk is asked for; what comes of it has a volume and a size. */
function madeDrive(vmid: number, place: number, text: string): string {
  const [, storage, what, options = ''] = /^([\w-]+):(\d+|cloudinit)((?:,.*)?)$/.exec(text) ?? []
  if (storage === undefined) return text
  if (what === 'cloudinit') return `${storage}:vm-${vmid}-cloudinit${options},size=4M`
  return `${storage}:vm-${vmid}-disk-${place}${options},size=${options.includes('efitype') ? '528K' : `${what}G`}`
}
