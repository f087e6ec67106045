import { type Grant, grantKey, isMet, type Requirement } from './requirement.ts'

/** How much a privilege lets somebody do, by the end of its name; where there is a choice, the least is taken. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/\.(Audit|Use)$/, 1],
  [/\.(Allocate|Modify|Console|Unrestricted)$/, 5],
  [/./, 2],
]

/** How much of the datacenter a path covers. */
const REACHES: readonly (readonly [RegExp, number])[] = [
  [/^\/$/, 10],
  // Rights on one VM go when it goes, so they are given on all.
  [/^\/vms/, 3],
  [/./, 1],
]

const weigh = (table: typeof WEIGHTS, text: string): number => table.find(([shape]) => shape.test(text))?.[1] ?? 0

const cost = ({ privilege, path }: Grant): number => weigh(WEIGHTS, privilege) * weigh(REACHES, path)

/** Grants that meet all requirements, none of which can be left out; what nothing can meet is left aside. */
export function fewestGrants(requirements: readonly Requirement[]): readonly Grant[] {
  const chosen = new Map<string, Grant>()
  const take = (grant: Grant) => chosen.set(grantKey(grant), grant)
  const parts = requirements.flatMap(partsOf)
  // What leaves no choice comes first: it may already decide what does.
  for (const part of parts) if (!('any' in part)) for (const grant of cheapest(part, chosen) ?? []) take(grant)
  for (const part of parts) for (const grant of cheapest(part, chosen) ?? []) take(grant)
  return [...chosen.values()].filter((grant) => {
    chosen.delete(grantKey(grant))
    const spare = parts.every((part) => cheapest(part, chosen) === undefined || isMet(part, held(chosen)))
    if (!spare) take(grant)
    return !spare
  })
}

const held = (chosen: ReadonlyMap<string, Grant>) => (grant: Grant) => chosen.has(grantKey(grant))

function partsOf(requirement: Requirement): readonly Requirement[] {
  return 'all' in requirement ? requirement.all.flatMap(partsOf) : [requirement]
}

/** What must be added to meet a requirement, at the least cost; nothing where no grant can. */
function cheapest(requirement: Requirement, chosen: ReadonlyMap<string, Grant>): readonly Grant[] | undefined {
  if ('all' in requirement) {
    const parts = requirement.all.map((part) => cheapest(part, chosen))
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined
  }
  if ('any' in requirement) {
    const ways = requirement.any.map((part) => cheapest(part, chosen)).filter((way) => way !== undefined)
    return ways.sort((a, b) => total(a) - total(b))[0]
  }
  return chosen.has(grantKey(requirement)) ? [] : [requirement]
}

const total = (grants: readonly Grant[]): number => grants.reduce((sum, grant) => sum + cost(grant), 0)
