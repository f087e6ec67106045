// Compares what we make, patch and refuse with what the real talosctl did, case by case.
import process from 'node:process'
import {
  type GoldenCase,
  goldenCases,
  goldenDocuments,
  goldenSecrets,
  regenerate,
  repatch,
  rolesOf,
} from '../../test/talos/support/goldens.ts'
import { equalDocuments, type Outcome, outcome } from '../../test/talos/support/outcome.ts'
import { hasSharedTalos, sharedText, warnWithoutSharedTalos } from '../../test/talos/support/talosctl-outputs.ts'
import { refusals, validateCases } from '../../test/talos/support/validate-cases.ts'

interface Score {
  readonly name: string
  readonly equal: boolean
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

const isEqual = (golden: GoldenCase, file: string, ours: Outcome): boolean =>
  'refused' in ours
    ? golden.exit !== 0
    : golden.exit === 0 && equalDocuments(ours.documents, goldenDocuments(golden, file))

function summary(title: string, scores: readonly Score[]): boolean {
  const equal = scores.filter((score) => score.equal)
  say(`${title}: ${equal.length} of ${scores.length}`)
  for (const { name } of scores.filter((score) => !score.equal)) say(`  differs: ${name}`)
  return equal.length === scores.length
}

function generation(): boolean {
  const secrets = goldenSecrets()
  const cases = goldenCases().filter(({ command }) => command[1] === 'gen')
  const versions = [...new Set(cases.map(({ talosVersion }) => talosVersion))]
  return versions
    .map((version) => {
      const scores = cases
        .filter(({ talosVersion }) => talosVersion === version)
        .flatMap((golden) =>
          rolesOf(golden).map((role) => {
            const ours = outcome(() => regenerate(golden, role, secrets))
            return { name: `${golden.id} ${role}`, equal: isEqual(golden, `${role}.yaml`, ours) }
          }),
        )
      return summary(`gen config, contract ${version}`, scores)
    })
    .every(Boolean)
}

function patching(): boolean {
  const scores = goldenCases()
    .filter(({ command }) => command[1] === 'machineconfig')
    .map((golden) => ({
      name: golden.id,
      equal: isEqual(
        golden,
        'out.yaml',
        outcome(() => repatch(golden)),
      ),
    }))
  for (const { name, equal } of scores) say(`  ${equal ? 'equal' : 'DIFFERS'}  ${name}`)
  return summary('machineconfig patch', scores)
}

function validation(): boolean {
  const judged = validateCases().flatMap(({ id, mode, config, result }) =>
    Object.entries(result).map(([version, { exit }]) => ({ id, version, exit, ours: refusals(config, mode, version) })),
  )
  const versions = [...new Set(judged.map(({ version }) => version))]
  const results = versions.map((version) => {
    const refused = judged.filter((one) => one.version === version && one.exit !== 0)
    return summary(
      `validate, refused by ${version} and by us`,
      refused.map(({ id, ours }) => ({ name: id, equal: ours.length > 0 })),
    )
  })
  const stricter = judged.filter(({ exit, ours }) => exit === 0 && ours.length > 0)
  const reasons = new Map(stricter.map(({ id, ours }) => [id, ours.join('; ')]))
  say(`validate, accepted by talosctl and refused by us: ${stricter.length} (${reasons.size} configs)`)
  for (const [id, reason] of reasons) say(`  ${id}: ${reason}`)
  return results.every(Boolean)
}

/** What the real validation of 1.14.1 said about the configs that it made itself. */
function ownOutputs(): boolean {
  const scores = goldenCases().flatMap((golden) =>
    Object.entries(golden.validate ?? {}).map(([key, { exit }]) => {
      const [file = '', mode = ''] = key.split(':')
      const ours = refusals(sharedText('goldens', golden.dir, file), mode, 'v1.14.1')
      return { name: `${golden.id} ${key}`, equal: (exit !== 0) === ours.length > 0 }
    }),
  )
  return summary('validate, same verdict on generated configs', scores)
}

warnWithoutSharedTalos()
const isFine = !hasSharedTalos || [generation(), patching(), validation(), ownOutputs()].every(Boolean)
process.exitCode = isFine ? 0 : 1
