import { isAtLeast } from '../config/contract.ts'
import { conform, type Visit } from '../document/conform.ts'
import { describe, kindOf, nameOf } from '../document/identity.ts'
import { type ConfigProblem, type Finding, finding } from '../document/problem.ts'
import type { Document } from '../document/value.ts'
import { type ConfigView, type Target, viewOf } from './config-view.ts'
import { clusterRules } from './rules/cluster.ts'
import { documentRules } from './rules/documents.ts'
import { fieldRules } from './rules/field-rules.ts'
import { machineRules } from './rules/machine.ts'
import { machineNetworkRules } from './rules/machine-network.ts'
import { machineNodeMetadata } from './rules/node-metadata.ts'
import { required } from './rules/required.ts'
import type { DocumentRule } from './rules/rule.ts'
import { wholeRules } from './rules/whole.ts'
import { type Found, isSet, pathOf, select } from './select.ts'

const rootRules: readonly DocumentRule[] = [
  ...machineRules,
  ...machineNetworkRules,
  machineNodeMetadata,
  ...clusterRules,
]

const tooNew = (what: string, since: string, path: readonly (string | number)[], { talos }: Target): Finding =>
  finding('too-new', path, `${what} exists since Talos ${since}, the machine runs ${talos}`)

/** Finds kinds and fields that the machine's Talos does not know yet, and refuses as it does unknown ones. */
function structure(document: Document, target: Target): Finding[] {
  const kind = describe(document)
  if (kind !== undefined && !isAtLeast(target.talos, kind.since))
    return [tooNew(kind.kind, kind.since, ['kind'], target)]
  const visit: Visit = ({ name, since }, path) =>
    since === undefined || isAtLeast(target.talos, since) ? [] : [{ ...tooNew(name, since, path, target), on: 'key' }]
  return conform(document, visit)
}

function missingIn({ path, value }: Found, entry: string): Finding[] {
  const ways = entry.split('|')
  if (ways.some((way) => isSet(value, way))) return []
  return [finding('missing-field', [...path, ...pathOf(ways[0] ?? '')], `${ways.join(' or ')} is missing`)]
}

const missingFields: DocumentRule = (document) =>
  (required[kindOf(document)] ?? []).flatMap((entry) => {
    const [field = '', base] = entry.split(':').toReversed()
    const places = base === undefined ? [{ path: [], value: document }] : select(document, base)
    return places.flatMap((place) => missingIn(place, field))
  })

const badValues: DocumentRule = (document) =>
  Object.entries(fieldRules[kindOf(document)] ?? {}).flatMap(([pattern, check]) =>
    select(document, pattern).flatMap(({ path, value }) => {
      const problem = value === '' ? undefined : check(value)
      return problem === undefined ? [] : [finding('bad-value', path, problem)]
    }),
  )

function rulesFor(document: Document, config: ConfigView): Finding[] {
  const own = kindOf(document) === 'v1alpha1' ? rootRules : (documentRules[kindOf(document)] ?? [])
  return [missingFields, badValues, ...own].flatMap((rule) => rule(document, config))
}

/** Finds everything that is wrong with a config before it is sent to a machine. */
export function validate(documents: readonly Document[], target: Target): ConfigProblem[] {
  const config = viewOf(documents, target)
  const locate = (found: Finding, index: number): ConfigProblem => {
    const document = documents[index]
    return { severity: 'error', ...found, index, document: document === undefined ? 'config' : nameOf(document) }
  }
  const own = documents.flatMap((document, index) => {
    const unreadable = structure(document, target)
    const found = unreadable.length > 0 ? unreadable : rulesFor(document, config)
    return found.map((one) => locate(one, index))
  })
  const whole = wholeRules.flatMap((rule) =>
    rule(config).map(({ in: document, against, ...found }) => ({
      ...locate(found, document === undefined ? -1 : documents.indexOf(document)),
      ...(against === undefined ? {} : { against: documents.indexOf(against) }),
    })),
  )
  return [...own, ...whole]
}
