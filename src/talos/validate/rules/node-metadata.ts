import { type Finding, finding } from '../../document/problem.ts'
import { isMapping, type Value } from '../../document/value.ts'
import { annotation, label, taint } from '../node-names.ts'
import { select } from '../select.ts'
import type { DocumentRule } from './rule.ts'

type Entry = (key: string, value: string) => string | undefined

const entries = (document: Value, pattern: string, check: Entry): Finding[] =>
  select(document, pattern).flatMap(({ path, value }) =>
    Object.entries(isMapping(value) ? value : {}).flatMap(([key, item]) => {
      const problem = check(key, String(item))
      return problem === undefined ? [] : [finding('node-metadata', [...path, key], problem)]
    }),
  )

const rule =
  (labels: string, annotations: string, taints: string): DocumentRule =>
  (document) => [
    ...entries(document, labels, label),
    ...entries(document, annotations, annotation),
    ...entries(document, taints, taint),
  ]

/** Labels, annotations and taints in the `machine` section. */
export const machineNodeMetadata = rule('machine.nodeLabels', 'machine.nodeAnnotations', 'machine.nodeTaints')

/** Labels, annotations and taints in their own document. */
export const nodeMetadata = rule('labels', 'annotations', 'taints')
