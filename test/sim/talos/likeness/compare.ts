import { isDeepStrictEqual } from 'node:util'

/** The same question to a genuine machine and to a simulated one. */
export interface Comparison {
  /** Such as `refusals: etcd members on a worker`; what stands before the colon is counted together. */
  readonly name: string
  readonly genuine: unknown
  readonly simulated: unknown
}

/** What came of all comparisons. */
export interface Likeness {
  /** How many are equal, of how many, by area. */
  readonly counts: Readonly<Record<string, { readonly equal: number; readonly of: number }>>
  /** Those that are not equal, though nothing says that they may differ. */
  readonly unexpected: readonly Comparison[]
  /** Those that are said to differ, and do not. */
  readonly outdated: readonly string[]
  /** The closing line. */
  readonly line: string
}

/** Counts what is equal; differences are known by name, each with its reason. */
export function judge(comparisons: readonly Comparison[], known: Readonly<Record<string, string>>): Likeness {
  const counts: Record<string, { readonly equal: number; readonly of: number }> = {}
  const isEqual = ({ genuine, simulated }: Comparison): boolean => isDeepStrictEqual(genuine, simulated)
  for (const one of comparisons) {
    const area = one.name.slice(0, one.name.indexOf(':'))
    const { equal, of } = counts[area] ?? { equal: 0, of: 0 }
    counts[area] = { equal: equal + (isEqual(one) ? 1 : 0), of: of + 1 }
  }
  const sum = (key: 'equal' | 'of'): number => Object.values(counts).reduce((total, count) => total + count[key], 0)
  const parts = Object.entries(counts).map(([area, { equal, of }]) => `${area} ${equal} of ${of}`)
  return {
    counts,
    unexpected: comparisons.filter((one) => !isEqual(one) && !Object.hasOwn(known, one.name)),
    outdated: comparisons.filter((one) => isEqual(one) && Object.hasOwn(known, one.name)).map(({ name }) => name),
    line: `simulated against genuine machines: ${sum('equal')} of ${sum('of')} equal (${parts.join(', ')})`,
  }
}
