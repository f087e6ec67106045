import { definedOnly } from '../../../src/resolve/defined-only.ts'
import type { Desired } from '../../../src/resolve/desired.ts'
import type { WrittenWorld } from '../seed.ts'

/** A network for machines whose file names none. */
const ORDINARY = '198.18.0.0/16'

/** Somebody hands out addresses where machines ask for them; what the file has reserved is promised. */
export function dhcpFor({ machines, network }: Desired): NonNullable<WrittenWorld['dhcp']> {
  const [first] = network.networks.filter(({ cidr }) => !cidr.includes(':'))
  // Who fetches its settings asks for an address first, whatever they say.
  const asking = machines.flatMap(({ nics, talos }) =>
    nics.filter(({ method }) => method === 'dhcp' || talos.delivery === 'smbios'),
  )
  const bridges = [...new Set(asking.map(({ bridge }) => bridge))]
  return Object.fromEntries(
    bridges.map((bridge) => {
      const leases = asking.flatMap(({ mac, addresses, ...nic }) => {
        const promised = addresses.find(({ address }) => !address.includes(':'))
        return nic.method === 'dhcp' && nic.bridge === bridge && promised !== undefined
          ? [[mac.toLowerCase(), `${promised.address}/${promised.prefix}`]]
          : []
      })
      const given = definedOnly({
        gateway: first?.gateway,
        nameservers: network.dns.length > 0 ? [...network.dns] : undefined,
      })
      return [bridge, { cidr: first?.cidr ?? ORDINARY, leases: Object.fromEntries(leases), ...given }]
    }),
  )
}
