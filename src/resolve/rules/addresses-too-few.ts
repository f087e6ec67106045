import { contains, formatIp, type Network, parseIp } from '../../net/ip.ts'
import { count } from '../../placement/words.ts'
import { formatPath } from '../../spec/problem.ts'
import { addressesFor, addressPlan, isOffset, type OneFamily, rangeOf } from '../addresses.ts'
import { freeOffsets, machinesByPool } from '../claims.ts'
import type { Draft } from '../draft.ts'
import { hasOwnAddress, nicNetworks, nicPath } from '../holdings.ts'
import type { Pool } from '../pools.ts'
import type { Finding, Rule, RuleContext } from '../rule.ts'

/** A static machine without an address would be unreachable. */
export const addressesTooFew: Rule = {
  code: 'addresses-too-few',
  severity: 'error',
  summary: 'the addresses of a pool, and of its further NICs, are enough for its machines',
  check: (context) => [...firstNics(context), ...furtherNics(context)],
}

function firstNics(context: RuleContext): Finding[] {
  const { pools, machines, networks, spec } = context
  if (spec.network?.addressing === 'dhcp') return []
  const nextFree = freeOffsets(context)
  return machinesByPool(pools, machines).flatMap(([pool, members]) =>
    networks.flatMap((network) => {
      const said = addressesFor(pool.addresses, network.family)
      const { fits } = addressPlan(pool, network)
      const short = members.filter((machine) => BigInt(machine.index) > fits && !hasOwnAddress(machine))
      if (said === undefined || short.length === 0) return []
      const offset = isOffset(said) ? nextFree(network, pool.count) : undefined
      return [finding(pool, short, network, { said, fits, offset, path: [...pool.path, 'addresses'] })]
    }),
  )
}

/** Machines of a pool share the NICs they do not write themselves, so each pool and NIC is told once. */
function furtherNics({ machines, networks }: RuleContext): Finding[] {
  const networksOf = nicNetworks(networks)
  const found = new Map<string, Finding>()
  for (const machine of machines) {
    machine.nics.forEach((_, nic) => {
      const key = `${machine.pool.name} ${nic}`
      const network = nic === 0 || found.has(key) ? undefined : emptyNetwork(machine, nic, networksOf(machine, nic))
      const told = network === undefined ? undefined : ofNic(machine, nic, network, networks)
      if (told !== undefined) found.set(key, told)
    })
  }
  return [...found.values()]
}

/** A network of a NIC in which the machine has no address. */
function emptyNetwork({ nics }: Draft, nic: number, around: readonly Network[]): Network | undefined {
  const families = (nics[nic]?.addresses ?? []).map(({ address }) => parseIp(address).family)
  return around.find(({ family }) => !families.includes(family))
}

function ofNic(machine: Draft, nic: number, network: Network, networks: readonly Network[]): Finding | undefined {
  const { pool, index, settings, name } = machine
  const own = settings.network?.nics?.[nic - 1]?.addresses
  const path = [...nicPath(machine, nic), 'addresses']
  if (own !== undefined && !isOffset(own)) {
    const said = addressesFor(own, network.family)
    const short = { said: own, fits: BigInt(index - 1), offset: undefined, path }
    return said === undefined ? undefined : finding(pool, [machine], network, short)
  }
  // Where the first NIC has no proper address either, its own problem says enough.
  const main = networks.find(({ family }) => family === network.family)
  const isFine = machine.nics[0].addresses.some(({ address }) => main && contains(main, parseIp(address)))
  if (own === undefined && main !== undefined && !isFine) return undefined
  return {
    path,
    message: `${network.text} ends before the address of ${name}, machine ${index} of the ${pool.count} of ${formatPath(pool.path)}`,
    hint: 'use a larger network, or start lower, such as addresses: +1',
  }
}

interface Shortage extends Pick<Finding, 'path'> {
  readonly said: OneFamily
  readonly fits: bigint
  readonly offset: string | undefined
}

function finding(
  pool: Pool,
  [first]: readonly Draft[],
  network: Network,
  { said, fits, offset, path }: Shortage,
): Finding {
  const room = fits === 0n ? 'no machine' : count(Number(fits), 'machine')
  return {
    path,
    message: `${print(said)} has room for ${room} in ${network.text}, and ${formatPath(pool.path)} has ${pool.count}: ${first?.name} gets no address`,
    hint: wayOut(pool, network, said, offset),
  }
}

function print(said: OneFamily): string {
  if (typeof said === 'string') return said
  return said.length === 1 ? `${said[0]}` : 'this list'
}

function wayOut(pool: Pool, { family, text }: Network, said: OneFamily, offset: string | undefined): string {
  const range = rangeOf(said)
  if (range !== undefined) {
    const last = formatIp({ family, value: range.first.value + BigInt(pool.count) - 1n })
    return `let the range end at ${last} or later, or lower ${formatPath(pool.path)}.count`
  }
  if (!isOffset(said)) return `write ${pool.count} addresses, or lower ${formatPath(pool.path)}.count`
  return offset === undefined
    ? `start lower, or use a network larger than ${text}`
    : `start where there is room, such as addresses: ${offset}`
}
