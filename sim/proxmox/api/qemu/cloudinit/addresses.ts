import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { VmConfig } from '../../../../world/vm.ts'

/** Name servers and search domains of a guest. */
export interface Resolver {
  readonly nameservers: readonly string[]
  readonly domains: readonly string[]
}

/** The addresses of a card that has any. */
export interface CardAddresses {
  readonly index: number
  readonly mac: string
  readonly ip?: string
  readonly gw?: string
  readonly ip6?: string
  readonly gw6?: string
}

/** Cards with addresses, in the order of their names as texts. */
export function cardAddresses(config: VmConfig): readonly CardAddresses[] {
  return Object.keys(config)
    .filter((key) => /^net\d+$/.test(key))
    .sort()
    .flatMap((key) => {
      const index = Number(key.slice('net'.length))
      const text = config[`ipconfig${index}`]
      if (text === undefined) return []
      const { ip, gw, ip6, gw6 } = parse('ipconfig', text)
      const mac = (parse('net', config[key] ?? '').macaddr ?? '').toLowerCase()
      return [{ index, mac, ...given({ ip, gw, ip6, gw6 }) }]
    })
}

function given<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } {
  const kept: { [K in keyof T]?: string } = {}
  for (const key in values) if (values[key] !== undefined) kept[key] = values[key]
  return kept
}

/** An address and its mask in dotted form. */
export function dotted(cidr: string): { readonly address: string; readonly netmask: string } {
  const [address = '', prefix = '32'] = cidr.split('/')
  const bits = Number(prefix)
  const octets = [0, 8, 16, 24].map((from) => 256 - 2 ** (8 - Math.max(0, Math.min(8, bits - from))))
  return { address, netmask: octets.join('.') }
}
