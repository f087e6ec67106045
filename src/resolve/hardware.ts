import type { Role } from '../placement/types.ts'
import type { Disk, Hardware, PciDevice } from '../spec/vm/hardware.ts'
import type { VmSpec } from '../spec/vm/options.ts'
import { ownDrives } from '../spec/vm/own-drives.ts'
import type { Origin } from './desired.ts'
import type { Settings } from './layers.ts'
import { derived, placeOf } from './origin.ts'

/** What hardware depends on besides its own section. */
export interface HardwareContext {
  readonly cluster: {
    readonly name: string
    readonly tags: readonly string[]
    readonly environment?: string | undefined
    readonly protection: boolean | undefined
  }
  readonly role: Role
  readonly index: number
}

const builtIn: Origin = { from: 'built-in' }

type DiskSpec = Partial<NonNullable<VmSpec['disk']>>

/** Fills in what a `vm` section leaves open. */
export function hardwareOf(
  settings: Partial<Settings>,
  context: HardwareContext,
  origins: Map<string, Origin>,
): Hardware {
  const { net: _, ...said }: VmSpec = settings.vm ?? {}
  const { protection } = context.cluster
  const arm = settings.talos?.arch === 'arm64'
  const bios = said.bios ?? 'ovmf'
  const machine = or(
    said.machine,
    arm ? 'virt' : 'q35',
    'vm.machine',
    derived(
      arm ? 'virt, since the machine is arm64' : 'q35, since the machine is amd64',
      placeOf(origins.get('talos.arch')),
    ),
    origins,
  )
  const disk = diskOf(
    { ...said.disk, iothread: or(said.disk?.iothread, false, 'vm.disk.iothread', builtIn, origins) },
    {},
  )
  return {
    ...said,
    cores: said.cores ?? 1,
    sockets: said.sockets ?? 1,
    cpu: { ...said.cpu, type: said.cpu?.type ?? 'host' },
    numa: said.numa ?? false,
    memory: said.memory ?? 0,
    bios,
    machine,
    efidisk: efidisk(said, bios, origins),
    ostype: said.ostype ?? 'l26',
    scsihw: said.scsihw ?? 'virtio-scsi-pci',
    disk,
    disks: (said.disks ?? []).map((one) => diskOf(one, said.disk ?? {})),
    boot: or(
      said.boot,
      bootOrder(disk, settings),
      'vm.boot',
      derived('the disk, the ISO where there is one, the first NIC'),
      origins,
    ),
    pci: (said.pci ?? []).map((device) => pciOf(device, machine)),
    agent: said.agent ?? false,
    onboot: said.onboot ?? false,
    startup: startup(said.startup, context.index, origins),
    protection: or(
      said.protection,
      protection ?? false,
      'vm.protection',
      derived('that of the cluster', protection === undefined ? undefined : ['protection']),
      origins,
    ),
    tags: tagsOf(said.tags ?? [], context),
    raw: said.raw ?? {},
  }
}

function or<Value>(
  said: Value | undefined,
  otherwise: Value,
  path: string,
  origin: Origin,
  origins: Map<string, Origin>,
): Value {
  if (said !== undefined) return said
  origins.set(path, origin)
  return otherwise
}

function diskOf(said: DiskSpec, boot: DiskSpec): Disk {
  return {
    ...said,
    size: said.size ?? 0,
    bus: said.bus ?? boot.bus ?? 'scsi',
    discard: said.discard ?? boot.discard ?? false,
    ssd: said.ssd ?? boot.ssd ?? false,
    backup: said.backup ?? boot.backup ?? true,
    replicate: said.replicate ?? boot.replicate ?? true,
    iothread: said.iothread ?? boot.iothread ?? false,
  }
}

function efidisk(said: VmSpec, bios: string, origins: Map<string, Origin>): Hardware['efidisk'] {
  if (said.efidisk === undefined && bios !== 'ovmf') return undefined
  if (said.efidisk === undefined) {
    origins.set('vm.efidisk', derived('bios is ovmf', placeOf(origins.get('vm.bios'))))
    return { type: '4m', preEnrolledKeys: false }
  }
  return {
    type: or(said.efidisk.type, '4m', 'vm.efidisk.type', builtIn, origins),
    preEnrolledKeys: or(said.efidisk.preEnrolledKeys, false, 'vm.efidisk.preEnrolledKeys', builtIn, origins),
    storage: said.efidisk.storage,
  }
}

function bootOrder(disk: Disk, settings: Partial<Settings>): string[] {
  return [
    `${disk.bus}0`,
    ...(settings.image?.mode === 'iso' ? [ownDrives[settings.talos?.arch ?? 'amd64'].iso] : []),
    'net0',
  ]
}

function pciOf(device: NonNullable<VmSpec['pci']>[number], machine: string): PciDevice {
  return {
    ...device,
    pcie: device.pcie ?? machine.includes('q35'),
    rombar: device.rombar ?? true,
    xVga: device.xVga ?? false,
  }
}

function startup(said: VmSpec['startup'], index: number, origins: Map<string, Origin>): Hardware['startup'] {
  if (said === undefined) return undefined
  const { order } = said
  const up = or(said.up, 15, 'vm.startup.up', builtIn, origins)
  const down = or(said.down, 60, 'vm.startup.down', builtIn, origins)
  return { order: typeof order === 'string' ? index + Number(order) : order, up, down }
}

function tagsOf(said: readonly string[], { cluster, role }: HardwareContext): string[] {
  const all = [
    'talmox',
    cluster.name,
    role,
    ...(cluster.environment === undefined ? [] : [cluster.environment]),
    ...cluster.tags,
    ...said,
  ]
  return [...new Set(all)].sort()
}

/** The CPUs that a machine has when it starts: all of them, unless `vcpus` leaves some to be plugged in. */
export function cpusAtStart({ cores = 1, sockets = 1, vcpus }: Pick<VmSpec, 'cores' | 'sockets' | 'vcpus'>): number {
  return vcpus ?? sockets * cores
}
