import { formatIp, type Network, parseIp } from '../../net/ip.ts'
import { count } from '../../placement/words.ts'
import { formatPath } from '../../spec/problem.ts'
import { addressesFor, addressPlan, isOffset, type OneFamily, rangeOf } from '../addresses.ts'
import { freeOffsets, machinesByPool } from '../claims.ts'
import type { Draft } from '../draft.ts'
import { addressPath, hasOwnAddress, nicNetworks } from '../holdings.ts'
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
      const offset = nextFree(network, pool.count)
      return [finding(pool, short, network, { said, fits, offset, path: [...pool.path, 'addresses'] })]
    }),
  )
}

/** Machines of a pool share the NICs they do not write themselves, so each pool and NIC is told once. */
function furtherNics({ machines, networks }: RuleContext): Finding[] {
  const networksOf = nicNetworks(networks)
  const found = new Map<string, Finding>()
  for (const machine of machines) {
    machine.nics.forEach(({ addresses }, nic) => {
      const around = nic === 0 ? [] : networksOf(machine, nic)
      const network = around.find(({ family }) => !addresses.some(({ address }) => parseIp(address).family === family))
      if (network === undefined) return
      const { pool, index, settings } = machine
      const said = addressesFor(settings.network?.nics?.[nic - 1]?.addresses ?? pool.addresses, network.family)
      const key = `${pool.name} ${nic}`
      if (said === undefined || found.has(key)) return
      const path = addressPath({ ...machine, index: 1 }, nic, network)
      const where = Array.isArray(said) ? path.slice(0, -1) : path
      found.set(
        key,
        finding(pool, [machine], network, { said, fits: BigInt(index - 1), offset: undefined, path: where }),
      )
    })
  }
  return [...found.values()]
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
  return typeof said === 'string' ? said : 'this list'
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
