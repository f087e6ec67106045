import { type Network, overlap, parseNetwork } from '../../net/ip.ts'
import { cidr } from '../../spec/schema/values.ts'

/** Networks for pods and services by family: the usual one first, then where to go when the machines are there. */
const candidates = {
  podSubnets: {
    ipv4: ['10.244.0.0/16', '172.20.0.0/16', '10.128.0.0/16'],
    ipv6: ['fc00:db8:10::/56', 'fd00:10:244::/56'],
  },
  serviceSubnets: {
    ipv4: ['10.96.0.0/12', '172.30.0.0/16', '10.192.0.0/16'],
    ipv6: ['fc00:db8:20::/112', 'fd00:10:96::/112'],
  },
} as const

/** Networks of pods and services, where the usual ones would overlap those of the machines. */
export function unusualSubnets(
  machineNetworks: readonly string[],
): { readonly key: string; readonly list: string[] }[] {
  const machines = machineNetworks.filter((text) => cidr.safeParse(text).success).map(parseNetwork)
  return Object.entries(candidates).flatMap(([key, byFamily]) => {
    const list = machines.map(({ family }) => firstFree(byFamily[family], machines))
    return machines.every(({ family }, index) => list[index] === byFamily[family][0]) ? [] : [{ key, list }]
  })
}

function firstFree([usual, ...others]: readonly [string, ...string[]], taken: readonly Network[]): string {
  const free = (text: string) => !taken.some((network) => overlap(network, parseNetwork(text)))
  return [usual, ...others].find(free) ?? usual
}
