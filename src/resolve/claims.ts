import { formatIp, type Ip, type Network, parseIp, reservedAddresses } from '../net/ip.ts'
import { addressesFor, addressPlan, isOffset, lastUsable, rangeOf } from './addresses.ts'
import type { Draft } from './draft.ts'
import { hasOwnAddress, hasOwnVmid } from './holdings.ts'
import { largestVmid, type Pool } from './pools.ts'
import type { RuleContext } from './rule.ts'
import { type Clash, freeStretches, type Span } from './spans.ts'

/**
 * The addresses of a network that each pool claims: a written range or list as it stands, an offset as far as the
 * pool's machines go. Machines with an address of their own take none from their pool.
 */
export function addressClaims({ pools, machines }: RuleContext, network: Network): Span<Pool>[] {
  return machinesByPool(pools, machines).flatMap(([pool, members]) => {
    const said = addressesFor(pool.addresses, network.family)
    if (said === undefined || members.length === 0) return []
    const range = rangeOf(said)
    if (range !== undefined) return [{ owner: pool, first: range.first.value, last: range.last.value }]
    if (!isOffset(said))
      return points(
        pool,
        said.map(parseIp).filter(({ family }) => family === network.family),
      )
    const { at } = addressPlan(pool, network)
    const open = members.filter((machine) => !hasOwnAddress(machine))
    return runs(
      points(
        pool,
        open.flatMap(({ index }) => at(index) ?? []),
      ),
    )
  })
}

/** The VMIDs that each pool claims: its range, or as far as its machines go where only the first one is given. */
export function vmidClaims({ pools, machines }: RuleContext): Span<Pool>[] {
  return machinesByPool(pools, machines).flatMap(([pool, members]) => {
    if (members.every(hasOwnVmid)) return []
    const { first, last } = pool.vmids
    const end = last === largestVmid ? first + pool.count - 1 : last
    return [{ owner: pool, first: BigInt(first), last: BigInt(end) }]
  })
}

/** Proposes offsets at which a network has room for so many machines in a row, each time another one. */
export function freeOffsets(context: RuleContext): (network: Network, machines: number) => string | undefined {
  const finders = new Map<Network, (machines: number) => string | undefined>()
  return (network, machines) => {
    const finder = finders.get(network) ?? offsetsIn(context, network)
    finders.set(network, finder)
    return finder(machines)
  }
}

function offsetsIn(context: RuleContext, network: Network): (machines: number) => string | undefined {
  const { gateway = [], vip = [] } = context.spec.network ?? {}
  const held = context.machines.flatMap(({ nics }) => nics[0].addresses.map(({ address }) => address))
  const ips = [...[...gateway, ...vip, ...held].map(parseIp), ...reservedAddresses(network)]
  const points = ips
    .filter(({ family }) => family === network.family)
    .map(({ value }) => ({ first: value, last: value }))
  const taken = [...addressClaims(context, network), ...points].map(({ first, last }) => ({
    first: first - network.first,
    last: last - network.first,
  }))
  const next = freeStretches(taken, { from: 10n, step: 10n })
  return (machines) => {
    const size = BigInt(machines)
    const start = next(size)
    return network.first + start + size - 1n <= lastUsable(network) ? `+${start}` : undefined
  }
}

/** Proposes ranges of VMIDs, in whole thousands, that are free and have room for so many machines. */
export function freeVmids(
  context: RuleContext,
): (machines: number) => { readonly first: number; readonly last: number } {
  const held = context.machines.map(({ vmid }) => ({ first: BigInt(vmid), last: BigInt(vmid) }))
  const next = freeStretches([...vmidClaims(context), ...held], { from: 2000n, step: 1000n })
  return (machines) => {
    const size = Math.max(1, Math.ceil(machines / 1000)) * 1000
    const first = Number(next(BigInt(size)))
    return { first, last: first + size - 1 }
  }
}

/** A claim as people write it: `192.168.1.20`, or from the first to the last. */
export function addressSpan({ first, last }: Span<unknown>, { family }: Pick<Ip, 'family'>): string {
  const from = formatIp({ family, value: first })
  return first === last ? from : `${from} to ${formatIp({ family, value: last })}`
}

/** A clash of two pools with the later pool last, which is the one to change. */
export function inFileOrder([one, other]: Clash<Pool>, pools: readonly Pool[]): Clash<Pool> {
  return pools.indexOf(one.owner) < pools.indexOf(other.owner) ? [one, other] : [other, one]
}

/** The machines of each pool, in order. */
export function machinesByPool(pools: readonly Pool[], machines: readonly Draft[]): [Pool, Draft[]][] {
  const members = new Map<string, Draft[]>(pools.map(({ name }) => [name, []]))
  for (const machine of machines) members.get(machine.pool.name)?.push(machine)
  return pools.map((pool) => [pool, members.get(pool.name) ?? []])
}

function points(owner: Pool, ips: readonly Ip[]): Span<Pool>[] {
  return ips.map(({ value }) => ({ owner, first: value, last: value }))
}

/** Neighbouring points as one span each. */
function runs(ordered: readonly Span<Pool>[]): Span<Pool>[] {
  const joined: Span<Pool>[] = []
  for (const span of ordered) {
    const last = joined.at(-1)
    if (last !== undefined && last.last + 1n === span.first) joined[joined.length - 1] = { ...last, last: span.last }
    else joined.push(span)
  }
  return joined
}
