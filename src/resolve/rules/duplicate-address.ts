import { formatPath } from '../../spec/problem.ts'
import { type Holding, holdingsOf, ipKey, nicName } from '../holdings.ts'
import type { Finding, Rule } from '../rule.ts'

/** Pools whose addresses meet are another rule's; here are addresses of single machines, lists and further NICs. */
export const duplicateAddress: Rule = {
  code: 'duplicate-address',
  severity: 'error',
  summary: 'no two NICs have the same address',
  check: ({ machines }) => {
    const keepers = new Map<string, Holding>()
    // Whoever has an address of its own is told about it, so those who get theirs from a pool come first.
    const holdings = holdingsOf(machines)
    const ordered = [...holdings.filter(({ own }) => !own), ...holdings.filter(({ own }) => own)]
    const clashes = new Map<string, { keeper: Holding; other: Holding; more: number }>()
    for (const other of ordered) {
      const keeper = keepers.get(ipKey(other.ip))
      if (keeper === undefined) keepers.set(ipKey(other.ip), other)
      else if (!isOtherRules(keeper, other)) {
        const key = groupOf(keeper, other)
        const known = clashes.get(key)
        clashes.set(key, known === undefined ? { keeper, other, more: 0 } : { ...known, more: known.more + 1 })
      }
    }
    return [...clashes.values()].map(({ keeper, other, more }): Finding => {
      const others = more === 0 ? '' : `, and ${more} more like this`
      return {
        path: other.path,
        message: `${other.address} is given to ${nicName(other)} here and to ${nicName(keeper)} by ${giverOf(keeper, other)}${others}`,
        hint: wayOut(other),
      }
    })
  },
}

/** The same name twice, and pools that overlap, are reported by rules of their own. */
function isOtherRules(keeper: Holding, other: Holding): boolean {
  if (keeper.machine.name === other.machine.name && keeper.nic === other.nic) return true
  const pooled = !keeper.own && !other.own && keeper.nic === 0 && other.nic === 0
  return pooled && keeper.machine.pool.name !== other.machine.pool.name
}

function giverOf(keeper: Holding, other: Holding): string {
  if (formatPath(keeper.path) === formatPath(other.path)) return 'the same line'
  const inList = typeof keeper.path.at(-1) === 'number'
  const sameList = inList && formatPath(keeper.path.slice(0, -1)) === formatPath(other.path.slice(0, -1))
  return sameList ? 'the same list' : formatPath(keeper.path)
}

/** What single machines say is told one by one, what a pool says once. */
function groupOf(keeper: Holding, other: Holding): string {
  if (other.own) return `${other.machine.name} ${ipKey(other.ip)}`
  return [keeper, other].map(({ machine, nic }) => `${machine.pool.name} ${nic}`).join(' ')
}

function wayOut({ own, nic }: Holding): string {
  if (own) return 'choose an address that no other machine has, or leave the line out'
  if (nic > 0) return "leave addresses out, and each pool counts from its own offset, or write them in each pool's nics"
  return 'name each address once'
}
