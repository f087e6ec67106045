import { placeDisks } from '../../spec/vm/disks.ts'
import { formatSize } from '../../units/size.ts'
import { UserError } from '../../user-error.ts'
import type { Wishes } from '../config/configure.ts'
import { has } from '../config/contract.ts'
import type { Encryption, EncryptionKey } from '../config/parts/encryption.ts'
import type { Firewall } from '../config/parts/firewall.ts'
import type { UserVolume } from '../config/parts/user-volumes.ts'
import { contractIn, type MachineContext, unlessEmpty } from './context.ts'

type Talos = MachineContext['machine']['talos']

/** What a machine does besides Kubernetes: its kernel, its disks, its watchdog, its firewall, its logs, its own servers. */
export function systemWishes(context: MachineContext): Wishes {
  const { kernelModules, sysctls, volumes, watchdog, logs, firewall } = context.machine.talos
  const { kubePrism, hostDNS } = context.desired.talos
  const encryption = encryptionOf(context)
  return {
    ...(kernelModules.length === 0 ? {} : { kernelModules: kernelModules.map(moduleOf) }),
    ...(unlessEmpty(sysctls) && { sysctls }),
    ...(unlessEmpty(encryption) && { encryption }),
    ...(volumes.length === 0 ? {} : { userVolumes: volumes.map((volume) => volumeOf(volume, context)) }),
    ...(watchdog === undefined ? {} : { watchdog: watchdogOf(watchdog) }),
    ...(kubePrism === undefined ? {} : { kubePrismPort: kubePrism.port }),
    ...(hostDNS === undefined ? {} : { hostDns: hostDNS }),
    ...(logs === undefined ? {} : { logs: logsOf(logs) }),
    ...(firewall === undefined ? {} : { firewall: firewallOf(firewall) }),
  }
}

const moduleOf = ({ name, parameters }: Talos['kernelModules'][number]) =>
  parameters.length === 0 ? { name } : { name, parameters }

function encryptionOf({ machine, secret }: MachineContext): Encryption {
  const { state, ephemeral } = machine.talos.diskEncryption
  const keysOf = (keys: NonNullable<typeof state>): EncryptionKey[] =>
    keys.map((key) => {
      if (key === 'nodeID') return { from: 'nodeId' }
      if (key === 'tpm') return { from: 'tpm' }
      return 'kms' in key ? { from: 'kms', endpoint: key.kms } : { from: 'passphrase', passphrase: secret(key.static) }
    })
  return {
    ...(state === undefined ? {} : { state: keysOf(state) }),
    ...(ephemeral === undefined ? {} : { ephemeral: keysOf(ephemeral) }),
  }
}

function volumeOf(volume: Talos['volumes'][number], context: MachineContext): UserVolume {
  const { name, match, minSize, maxSize, filesystem } = volume
  return {
    name,
    disk: match === undefined ? diskOf(name, volume.disk ?? 1, context) : { match },
    ...(minSize === undefined ? {} : { minSize: formatSize(minSize) }),
    ...(maxSize === undefined ? {} : { maxSize: formatSize(maxSize) }),
    ...(filesystem === undefined ? {} : { filesystem }),
  }
}

/** Names of devices depend on the order in which the kernel finds them; what QEMU calls a disk does not. */
function diskOf(volume: string, number: number, context: MachineContext): UserVolume['disk'] {
  const { machine } = context
  const [slot] = placeDisks(machine)[number - 1] ?? []
  if (slot === undefined) {
    const { length } = machine.vm.disks
    throw new UserError(
      'talos-volume-disk',
      `volume ${volume} is on further disk ${number}, and ${machine.name} has ${length}`,
      {
        hint: 'add it under disks, or pick another disk',
      },
    )
  }
  const [, bus = '', place = ''] = /^([a-z]+)(\d+)$/.exec(slot) ?? []
  if (bus === 'scsi' && has(contractIn(context), 'userVolumeDocument'))
    return { match: `"/dev/disk/by-id/scsi-0QEMU_QEMU_HARDDISK_drive-${slot}" in disk.symlinks` }
  const letter = String.fromCharCode('a'.charCodeAt(0) + Number(place))
  if (bus === 'virtio') return { device: `/dev/vd${letter}` }
  const others = [machine.vm.disk, ...machine.vm.disks].some((disk) => disk.bus !== 'virtio' && disk.bus !== bus)
  if (!others) return { device: `/dev/sd${letter}` }
  throw new UserError(
    'talos-volume-disk',
    `what ${machine.name} calls the disk ${slot} of volume ${volume} is not certain`,
    {
      hint: 'put its disks on one bus, or pick the disk by match',
    },
  )
}

const watchdogOf = ({ device = '/dev/watchdog0', timeout }: NonNullable<Talos['watchdog']>) =>
  timeout === undefined ? { device } : { device, timeout }

function logsOf({ kernel, services, events }: NonNullable<Talos['logs']>): NonNullable<Wishes['logs']> {
  return {
    ...(kernel === undefined ? {} : { kernel }),
    ...(services === undefined ? {} : { services: services.map((url) => ({ url })) }),
    ...(events === undefined ? {} : { events }),
  }
}

function firewallOf({ default: fallback = 'block', rules = {} }: NonNullable<Talos['firewall']>): Firewall {
  return {
    default: fallback,
    rules: Object.entries(rules).map(([name, { protocol = 'tcp', ports, from }]) => ({
      name,
      protocol,
      ports,
      from: from.map((subnet) => ({ subnet })),
    })),
  }
}
