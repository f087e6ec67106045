import { keepSchematic } from '../../../sim/factory/schematics.ts'
import { emptyGuests } from '../../../sim/guest/empty-guest.ts'
import type { Hardware, Machine } from '../../../sim/guest/guest.ts'
import { boundNetwork } from '../../../sim/network/bound.ts'
import { mappedNetwork } from '../../../sim/network/mapped.ts'
import { volumeOf } from '../../../sim/talos/disk.ts'
import { simulateTalos } from '../../../sim/talos/simulated.ts'
import { acceleratedClock } from '../../../sim/world/clock.ts'
import type { Volume } from '../../../sim/world/storage.ts'
import type { TalosImage } from '../../../sim/world/talos-image.ts'
import { emptyWorld } from '../../../sim/world/world.ts'
import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { generateKey } from '../../../src/talos/certificates/keys.ts'
import type { SecretsBundle } from '../../../src/talos/secrets/bundle.ts'
import { createClusterId } from '../../../src/talos/secrets/create.ts'
import { createSecret, createToken } from '../../../src/talos/secrets/tokens.ts'

const GIB = 1024 ** 3
const EXTENSIONS = 'customization: { systemExtensions: { officialExtensions: [siderolabs/qemu-guest-agent] } }'

/** How a test's machines are made. */
export interface LabOptions {
  readonly version?: string
  readonly speed?: number
  /** Whether addresses of this computer really answer, so that other programs can connect. */
  readonly isBound?: boolean
  /** Whether certificates end by the machines' time. */
  readonly certificatesEnd?: boolean
  /** The first three numbers of the network's addresses. */
  readonly subnet?: string
}

/** Machines with Talos in a network of their own, without a hypervisor around them. */
export function openLab(options: LabOptions = {}) {
  const { version = 'v1.13.9', speed = 60, isBound = false, certificatesEnd = false, subnet = '10.5.0' } = options
  const world = emptyWorld('9.2', 'key')
  const clock = acceleratedClock(speed)
  const network = isBound ? boundNetwork(clock, console.error) : mappedNetwork(clock)
  const { id: schematic = '' } = keepSchematic(world, EXTENSIONS) ?? {}
  const image: TalosImage = { version, schematic, arch: 'amd64', platform: 'nocloud', secureBoot: false, kind: 'disk' }
  const { talos, guests } = simulateTalos({
    world,
    clock,
    network,
    others: emptyGuests(world.guests, clock),
    ...(certificatesEnd ? { certificateClock: clock } : {}),
  })

  /** Puts Talos and a config on the disk of a machine before its first boot. */
  const install = (vmid: number, config: string) => {
    world.volumes.push({
      storage: 'local-lvm',
      node: 'pve1',
      name: `vm-${vmid}-disk-0`,
      content: 'images',
      format: 'raw',
      sizeBytes: 20 * GIB,
      usedBytes: 0,
      ctime: 0,
      image,
      installation: { meta: {}, state: { nodeId: `node-${vmid}`, config } },
    })
  }

  const start = (vmid: number, address: string, name: string, more: Partial<Hardware> = {}) => {
    const disk = `vm-${vmid}-disk-0`
    const blank: Volume = {
      storage: 'local-lvm',
      node: 'pve1',
      name: disk,
      content: 'images',
      format: 'raw',
      sizeBytes: 20 * GIB,
      usedBytes: 0,
      ctime: 0,
    }
    if (volumeOf(world, 'pve1', `local-lvm:${disk}`) === undefined) {
      world.volumes.push(more.disks === undefined ? { ...blank, image } : blank)
    }
    const mac = `bc:24:11:00:${hex(vmid >> 8)}:${hex(vmid & 255)}`
    const hardware: Hardware = {
      vmid,
      node: 'pve1',
      name,
      uuid: `00000000-0000-0000-0000-${String(vmid).padStart(12, '0')}`,
      cpus: 4,
      memoryBytes: 4 * GIB,
      nics: [{ key: 'net0', mac, model: 'virtio', bridge: 'vmbr0', linkDown: false }],
      disks: [{ key: 'scsi0', volume: `local-lvm:${disk}`, isCdrom: false, sizeBytes: 20 * GIB }],
      hasAgentChannel: true,
      bootOrder: ['scsi0'],
      cloudInit: cloudInit(name, mac, address, `${subnet}.1`),
      ...more,
    }
    const guest = guests(vmid)
    const machine: Machine = { halt: () => guest.powerOff(), reboot: () => guest.reset(hardware) }
    guest.powerOn(hardware, machine)
    return guest
  }
  const close = () => {
    talos.close()
    network.close()
  }
  return { world, clock, network, talos, image, install, start, close }
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')

function cloudInit(name: string, mac: string, address: string, gateway: string): Record<string, string> {
  const network = [
    'version: 1',
    'config:',
    '    - type: physical',
    '      name: eth0',
    `      mac_address: '${mac}'`,
    '      subnets:',
    '      - type: static',
    `        address: '${address}'`,
    "        netmask: '255.255.255.0'",
    `        gateway: '${gateway}'`,
    '    - type: nameserver',
    '      address:',
    `      - '${gateway}'`,
  ]
  return {
    'user-data': `#cloud-config\nhostname: ${name}\n`,
    'meta-data': 'instance-id: 1\n',
    'network-config': `${network.join('\n')}\n`,
  }
}

/** Secrets of a cluster, made fast: the key for service accounts is of a kind that old clusters have. */
export async function quickBundle(now: Date): Promise<SecretsBundle> {
  const [etcd, k8s, k8saggregator, os] = await Promise.all([
    createAuthority('etcd', now),
    createAuthority('k8s', now),
    createAuthority('k8saggregator', now),
    createAuthority('os', now),
  ])
  const { pem: serviceAccountKey } = await generateKey('p256')
  return {
    cluster: { id: createClusterId('v1.13'), secret: createSecret() },
    bootstrapToken: createToken(),
    encryption: { kind: 'secretbox', secret: createSecret() },
    trustdToken: createToken(),
    authorities: { etcd, k8s, k8saggregator, os },
    serviceAccountKey,
  }
}
