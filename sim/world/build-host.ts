import type { Host, NetworkInterface, PciDevice } from './host.ts'
import type { Section } from './section.ts'

const GIB = 1024 ** 3

/** A bridge of a new host. */
export interface BridgeSeed {
  readonly iface: string
  readonly ports?: readonly string[] | undefined
  readonly address?: string | undefined
  readonly gateway?: string | undefined
  readonly vlan_aware?: boolean | undefined
  readonly mtu?: number | undefined
}

/** What must be told of a new host; the rest has ordinary values. */
export interface HostSeed {
  readonly name: string
  readonly id: number
  readonly ip: string
  readonly now: number
  readonly cores?: number | undefined
  readonly sockets?: number | undefined
  readonly memoryBytes?: number | undefined
  readonly rootBytes?: number | undefined
  readonly bridges?: readonly BridgeSeed[] | undefined
  readonly pci?: readonly PciDevice[] | undefined
  readonly domain?: string | undefined
  readonly endpoints?: Host['endpoints'] | undefined
  readonly nameserver?: string | undefined
}

/** Makes a host that has just booted. */
export function buildHost(seed: HostSeed): Host {
  const { name, ip, domain = 'example.test' } = seed
  return {
    name,
    id: seed.id,
    ip,
    ...(seed.endpoints === undefined ? {} : { endpoints: seed.endpoints }),
    online: true,
    bootedAt: seed.now - 3_600_000,
    cpu: { sockets: seed.sockets ?? 1, cores: seed.cores ?? 8, threads: 1, model: 'AMD EPYC 9354P 32-Core Processor' },
    memoryBytes: seed.memoryBytes ?? 32 * GIB,
    rootBytes: seed.rootBytes ?? 100 * GIB,
    interfaces: interfacesOf(seed.bridges ?? [{ iface: 'vmbr0', ports: ['eno1'], address: `${ip}/24` }]),
    pci: [...(seed.pci ?? [])],
    usb: [],
    dns: { search: domain, dns1: seed.nameserver ?? '192.0.2.53' },
    hostsFile: `127.0.0.1 localhost\n${ip} ${name}.${domain} ${name}\n`,
    config: {},
    timezone: 'UTC',
  }
}

/** The physical ports first, then the bridges over them, numbered as the interfaces file is read. */
function interfacesOf(bridges: readonly BridgeSeed[]): NetworkInterface[] {
  const ports = [...new Set(bridges.flatMap((bridge) => bridge.ports ?? []))]
  return [
    ...ports.map((iface, at) => ({ iface, type: 'eth', active: false, config: base('manual', at) })),
    ...bridges.map((bridge, at) => ({
      iface: bridge.iface,
      type: 'bridge',
      active: true,
      config: bridgeConfig(bridge, ports.length + at),
    })),
  ]
}

// The file's own loopback entry and header lines take the numbers below three.
const FIRST_PRIORITY = 3

function base(method: string, at: number): Section {
  return { families: ['inet'], method, method6: 'manual', priority: FIRST_PRIORITY + at }
}

function bridgeConfig(bridge: BridgeSeed, at: number): Section {
  const [address, netmask] = bridge.address?.split('/') ?? []
  return {
    ...base(address === undefined ? 'manual' : 'static', at),
    autostart: 1,
    ...(address === undefined || netmask === undefined ? {} : { address, netmask, cidr: `${address}/${netmask}` }),
    ...(bridge.gateway === undefined ? {} : { gateway: bridge.gateway }),
    ...(bridge.mtu === undefined ? {} : { mtu: String(bridge.mtu) }),
    bridge_ports: (bridge.ports ?? []).join(' '),
    bridge_stp: 'off',
    bridge_fd: '0',
    ...(bridge.vlan_aware ? { bridge_vlan_aware: 1, bridge_vids: '2-4094' } : {}),
  }
}
