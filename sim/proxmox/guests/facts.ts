import { cpusOf } from '../../world/host.ts'
import type { Vm } from '../../world/vm.ts'
import type { World } from '../../world/world.ts'

const MIB = 1024 ** 2
const UNITS: Readonly<Record<string, number>> = { K: 1024, M: MIB, G: 1024 ** 3, T: 1024 ** 4 }

/** The name of a guest as lists show it. */
export const guestName = (vm: Pick<Vm, 'vmid' | 'kind' | 'config'>): string =>
  vm.kind === 'lxc' ? (vm.config.hostname ?? `CT${vm.vmid}`) : (vm.config.name ?? `VM ${vm.vmid}`)

/** Processors of a guest: never more than its host has, unless it says how many are plugged. */
export function guestCpus(world: World, vm: Vm): number {
  const host = world.hosts.find((each) => each.name === vm.node)
  return cpusWithin(vm, host && cpusOf(host))
}

/** Processors of a guest on a host that has so many. */
export function cpusWithin({ config }: Pick<Vm, 'config'>, most = Infinity): number {
  if (config.vcpus !== undefined) return Number(config.vcpus)
  return Math.min(Number(config.sockets ?? 1) * Number(config.cores ?? 1), most)
}

const CURRENT = 'current='

/** Memory of a guest in bytes. */
export function guestMemory(vm: Pick<Vm, 'config'>): number {
  const { memory = '' } = vm.config
  // Lists sum this up over all guests, for which an expression would take as long as all the rest.
  const mebibytes = Number.parseInt(memory.startsWith(CURRENT) ? memory.slice(CURRENT.length) : memory, 10)
  return (Number.isNaN(mebibytes) ? 512 : mebibytes) * MIB
}

/** The size of the disk that a guest boots from, as its configuration says. */
export function bootDiskBytes(vm: Pick<Vm, 'config'>): number {
  const order = /order=([^,]+)/.exec(vm.config.boot ?? '')?.[1]?.split(';') ?? []
  for (const key of order) {
    const drive = vm.config[key]
    if (drive === undefined || !/^(?:scsi|virtio|sata|ide)\d+$/.test(key) || drive.includes('media=cdrom')) continue
    const [, number, unit = ''] = /,size=(\d+(?:\.\d+)?)([KMGT]?)/.exec(drive) ?? []
    if (number !== undefined) return Math.round(Number(number) * (UNITS[unit] ?? 1))
  }
  return 0
}

/** The pool of a guest. */
export const poolOf = (world: World, vmid: number): string | undefined =>
  world.access.pools.find((pool) => pool.vms.includes(vmid))?.poolid
