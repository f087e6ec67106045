import { isDeepStrictEqual } from 'node:util'
import {
  type GoldenCase,
  goldenCases,
  goldenDocuments,
  goldenSecrets,
  regenerate,
  repatch,
  rolesOf,
} from './goldens.ts'
import { outcome } from './outcome.ts'
import { refusals, type ValidateCase, validateCases } from './validate-cases.ts'

/** How many comparisons with the real talosctl came out equal. */
export interface ReportLine {
  readonly about: string
  readonly equal: number
  readonly of: number
}

/** Everything that was recorded of the real talosctl, in lines: by contract, by patch, by config to validate. */
export interface GoldenReport {
  readonly contracts: readonly ReportLine[]
  readonly patches: readonly ReportLine[]
  readonly validated: readonly ReportLine[]
}

/** Makes, patches and judges everything again, and compares. */
export function goldenReport(): GoldenReport {
  const cases = goldenCases()
  const generated = cases.filter(({ command }) => command[1] === 'gen')
  const versions = [...new Set(generated.map(({ talosVersion }) => talosVersion))].sort(byMinor)
  return {
    contracts: versions.map((version) => {
      const own = generated.filter(({ talosVersion }) => talosVersion === version)
      return line(`contract ${version}`, own.flatMap(configsEqual))
    }),
    patches: cases
      .filter(({ command }) => command[1] === 'machineconfig')
      .map((golden) => line(golden.id, [isLike(golden, 'out.yaml', () => repatch(golden))])),
    validated: validateCases().map((one) => line(`validate ${one.id}`, refusedAlike(one))),
  }
}

/** The sums of a report, for its end. */
export function closingLines({ contracts, patches, validated }: GoldenReport): readonly string[] {
  const sum = (about: string, lines: readonly ReportLine[]): string => {
    const total = (key: 'equal' | 'of') => lines.reduce((count, one) => count + one[key], 0)
    return `${about}: ${total('equal')} of ${total('of')} equal`
  }
  return [
    ...contracts.map(({ about, equal, of }) => `configs of ${about}: ${equal} of ${of} equal`),
    sum('patches', patches),
    sum('configs that talosctl refuses', validated),
  ]
}

const line = (about: string, results: readonly boolean[]): ReportLine => ({
  about,
  equal: results.filter((isEqual) => isEqual).length,
  of: results.length,
})

const minor = (version: string): number => Number(version.split('.')[1])
const byMinor = (a: string, b: string): number => minor(a) - minor(b)

function configsEqual(golden: GoldenCase): readonly boolean[] {
  const secrets = goldenSecrets()
  return rolesOf(golden).map((role) => isLike(golden, `${role}.yaml`, () => regenerate(golden, role, secrets)))
}

/** Whether we make what talosctl made, or refuse what it refused. */
function isLike(golden: GoldenCase, file: string, make: Parameters<typeof outcome>[0]): boolean {
  const ours = outcome(make)
  if (golden.exit !== 0) return 'refused' in ours
  return isDeepStrictEqual(ours, { documents: goldenDocuments(golden, file) })
}

/** For each version that refuses a config, whether we refuse it too; what it lets through is ours to judge. */
const refusedAlike = ({ config, mode, result }: ValidateCase): readonly boolean[] =>
  Object.entries(result).flatMap(([version, { exit }]) =>
    exit === 0 ? [] : [refusals(config, mode, version).length > 0],
  )
