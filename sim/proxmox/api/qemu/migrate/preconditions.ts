import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { Vm } from '../../../../world/vm.ts'
import type { Call } from '../../../call.ts'
import { existingStorage, isEnabled, isShared } from '../../storage/definition.ts'
import type { Asking } from '../asking.ts'
import { checkLock } from '../config/config-lock.ts'
import { loadVm } from '../config/vm-file.ts'
import { drivesOf, isCdrom, unusedOf } from '../drive/drive.ts'
import { splitVolumeId } from '../drive/volume-id.ts'

/** A disk that only this node has. */
export interface LocalDisk {
  readonly volid: string
  readonly drivename?: string
  readonly cdrom: 0 | 1
  readonly is_unused: 0 | 1
  readonly size?: number
}

/** The disks of a machine that other nodes do not see. */
export function localDisks({ sim }: Pick<Asking, 'sim'>, vm: Vm): readonly LocalDisk[] {
  const all: LocalDisk[] = [
    ...drivesOf(vm.config).map(([drivename, drive]): LocalDisk => {
      const size = drive.size === undefined ? {} : { size: drive.size }
      return { volid: drive.file, drivename, cdrom: isCdrom(drive) ? 1 : 0, is_unused: 0, ...size }
    }),
    ...unusedOf(vm.config).map(([, volid]): LocalDisk => ({ volid, cdrom: 0, is_unused: 1 })),
  ]
  return all.filter(({ volid }) => {
    const parts = splitVolumeId(volid)
    return parts === undefined ? volid !== 'none' : !isShared(existingStorage(sim.world, parts.storage))
  })
}

/** Devices of the host that keep a machine where it is. */
export function localResources({ config }: Vm): readonly string[] {
  return Object.keys(config)
    .filter((key) => {
      const text = config[key] ?? ''
      if (/^usb\d+$/.test(key))
        return parse('usb', text).host !== undefined && !/^spice$/i.test(parse('usb', text).host ?? '')
      if (/^hostpci\d+$/.test(key)) return parse('hostpci', text).host !== undefined
      return /^(?:serial|parallel)\d+$/.test(key) ? text !== 'socket' : key === 'ivshmem'
    })
    .sort()
}

/** Devices that go by a name which other hosts may have too. */
function mappedResources({ config }: Vm): Readonly<Record<string, { readonly name: string }>> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([key, text]) => {
      const kind = /^(usb|hostpci)\d+$/.exec(key)?.[1]
      const name =
        kind === 'usb' ? parse('usb', text).mapping : kind === 'hostpci' ? parse('hostpci', text).mapping : undefined
      return name === undefined ? [] : [[key, { name }]]
    }),
  )
}

/** Storages of a machine that a node cannot use. */
function missingStorages({ sim }: Pick<Asking, 'sim'>, vm: Vm, node: string): readonly string[] {
  const names = drivesOf(vm.config).flatMap(([, drive]) => splitVolumeId(drive.file)?.storage ?? [])
  return [...new Set(names)].filter((name) => !isEnabled(existingStorage(sim.world, name), node)).sort()
}

/** What stands in the way of moving a machine, node by node. */
export function preconditions(call: Call<{ vmid: number; target?: string }>) {
  const vm = loadVm(call, call.params.vmid)
  checkLock(vm)
  const others = call.sim.world.hosts.map((host) => host.name).filter((name) => name !== call.node)
  const missing = new Map(others.map((name) => [name, missingStorages(call, vm, name)]))
  const mapped = mappedResources(vm)
  return {
    running: vm.run === undefined ? 0 : 1,
    allowed_nodes: others.filter((name) => missing.get(name)?.length === 0),
    not_allowed_nodes: Object.fromEntries(
      [...missing].flatMap(([name, storages]) =>
        storages.length === 0 ? [] : [[name, { unavailable_storages: storages }]],
      ),
    ),
    local_disks: localDisks(call, vm),
    local_resources: localResources(vm),
    'mapped-resources': Object.keys(mapped).sort(),
    'mapped-resource-info': mapped,
    'has-dbus-vmstate': 1,
  }
}
