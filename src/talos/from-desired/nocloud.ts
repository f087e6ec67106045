import { stringify } from 'yaml'
import type { Desired, Machine } from '../../resolve/desired.ts'
import type { Nic } from '../../spec/vm/hardware.ts'

/** The files in which Talos looks for its settings on platforms without a cloud. */
export interface NocloudSeed {
  /** The machine config; full of secrets. */
  readonly userData: string
  readonly metaData: string
  readonly networkConfig: string
}

/** What a machine finds when it starts for the first time: its config, its name, and a network to begin with. */
export function nocloudSeed(
  { name, uuid, nics }: Pick<Machine, 'name' | 'uuid' | 'nics'>,
  { dns }: Pick<Desired['network'], 'dns'>,
  config: string,
): NocloudSeed {
  const network = {
    version: 1,
    config: [...nics.map(card), ...(dns.length === 0 ? [] : [{ type: 'nameserver', address: dns }])],
  }
  return {
    userData: config,
    metaData: text({ 'instance-id': uuid, hostname: name }),
    networkConfig: text(network),
  }
}

// Quoted, since a hardware address of digits alone would be a number to some readers.
const text = (value: object): string => stringify(value, { defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN' })

/** Talos finds the card by its hardware address. */
const card = (nic: Nic, index: number) => ({
  type: 'physical',
  name: `eth${index}`,
  mac_address: nic.mac.toLowerCase(),
  subnets: nic.method === 'dhcp' ? [{ type: 'dhcp4' }] : subnets(nic),
})

function subnets({ addresses, gateways }: Nic) {
  return addresses.map(({ address, prefix }) => {
    const isSix = address.includes(':')
    const gateway = gateways.find((one) => one.includes(':') === isSix)
    return {
      type: isSix ? 'static6' : 'static',
      address: `${address}/${prefix}`,
      ...(gateway === undefined ? {} : { gateway }),
    }
  })
}
