import type { Desired, Machine, Origin } from '../../resolve/desired.ts'
import type { Nic, Route } from '../../spec/vm/hardware.ts'
import { type Row, row, type Section } from './row.ts'
import type { Trace, Traced } from './trace.ts'

const derived = (how: string): Origin => ({ from: 'derived', how })

/** Who the machine is and where it lives. */
export function identitySection(machine: Machine, trace: Trace): Section {
  const { name, role, pool, index, host, vmid, uuid } = machine
  const poolPath = role === 'controlplane' ? ['controlPlane'] : ['workers', pool]
  const seat = trace.cluster([...poolPath, 'count'], { from: 'built-in' })
  return {
    title: 'Identity',
    rows: [
      ...row('name', name, trace.of('name')),
      ...row('role', role === 'worker' ? 'worker' : 'control plane', [
        { part: 'role', origin: derived(`machines of pool ${pool} are this`) },
      ]),
      ...row('pool', `${pool}, machine ${index}`, seat),
      ...row('host', host ?? 'not placed, as no host is known', hostTrace(trace)),
      ...row('vmid', vmid, trace.of('vmid')),
      ...row('uuid', uuid, [{ part: 'uuid', origin: derived('computed from cluster, pool and index') }]),
    ],
  }
}

function hostTrace(trace: Trace): Traced {
  const decided = trace.of('host')
  if (decided.length > 0) return decided
  return [{ part: 'host', origin: derived('neither the file nor Proxmox has named a host') }]
}

/** How the machine is reached. */
export function networkSection({ nics }: Machine, { network }: Desired, trace: Trace): Section {
  const dnsOtherwise: Origin = network.addressing === 'static' ? { from: 'built-in' } : derived('what DHCP says')
  return {
    title: 'Network',
    rows: [
      ...nics.flatMap((nic, index) => nicRows(nic, index, trace)),
      ...row('dns', network.dns, trace.cluster(['network', 'dns'], dnsOtherwise)),
      ...row('search', network.searchDomains, trace.cluster(['network', 'searchDomains'], { from: 'built-in' })),
      ...row('ntp', network.ntp, trace.cluster(['network', 'ntp'], { from: 'built-in' })),
      ...row('vip', network.vips, trace.cluster(['network', 'vip'], { from: 'built-in' })),
      ...row(
        'endpoint',
        network.endpoint,
        trace.cluster(['network', 'endpoint'], derived('the VIP, else the first control plane')),
      ),
    ],
  }
}

/** The first NIC is described by many keys, each further one by its entry in `network.nics`. */
function nicRows(nic: Nic, index: number, trace: Trace): Row[] {
  const from = (...settings: readonly string[]) => (index === 0 ? trace.of(...settings) : trace.of('network.nics'))
  const addresses = nic.addresses.map(({ address, prefix }) => `${address}/${prefix}`)
  const gateway = index === 0 ? trace.cluster(['network', 'gateway'], { from: 'built-in' }) : trace.of('network.nics')
  return [
    ...row(`net${index} mac`, nic.mac, from('nics[0].mac')),
    ...row(`net${index} bridge`, nic.bridge, from('network.bridge')),
    ...row(`net${index} vlan`, nic.vlan, from('network.vlan')),
    ...row(`net${index} mtu`, nic.mtu, from('network.mtu')),
    ...row(
      `net${index} address`,
      nic.method === 'dhcp' ? ['dhcp', ...addresses] : addresses,
      from('nics[0].addresses'),
    ),
    ...row(`net${index} gateway`, nic.gateways, gateway),
    ...row(`net${index} routes`, nic.routes.map(routeText), from('network.routes')),
  ]
}

function routeText({ network, gateway, metric, mtu, source }: Route): string {
  const options = { via: gateway, metric, mtu, from: source }
  return [
    network,
    ...Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
  ].join(' ')
}
