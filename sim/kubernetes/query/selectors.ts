import { type Json, type JsonObject, objectsAt, textAt, textsAt, valueAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { badRequest } from '../status.ts'

/** Says whether an object is selected. */
export type Selector = (object: KubeObject) => boolean

type Labels = Readonly<Record<string, string>>

const TERM =
  /^\s*(?:(?<not>!)\s*(?<absent>[\w./-]+)|(?<key>[\w./-]+)\s*(?:(?<op>==|=|!=)\s*(?<value>[\w.-]*)|\s(?<word>in|notin)\s*\((?<list>[^)]*)\))?)\s*$/

/** Reads a label selector such as `app=web,tier in (a, b),!old`. */
export function labelSelector(text: string): Selector {
  const tests = splitTerms(text).map((term) => labelTest(term))
  return ({ metadata: { labels = {} } }) => tests.every((holds) => holds(labels))
}

function splitTerms(text: string): readonly string[] {
  return text.split(/,(?![^(]*\))/).filter((term) => term.trim() !== '')
}

function labelTest(term: string): (labels: Labels) => boolean {
  const groups = TERM.exec(term)?.groups
  if (groups === undefined) throw badRequest(`unable to parse requirement: ${term}`)
  const { absent, key = '', op, value = '', word, list = '' } = groups
  if (absent !== undefined) return (labels) => !Object.hasOwn(labels, absent)
  const values = word === undefined ? [value] : list.split(',').map((item) => item.trim())
  if (op === undefined && word === undefined) return (labels) => Object.hasOwn(labels, key)
  const negative = op === '!=' || word === 'notin'
  return (labels) => (Object.hasOwn(labels, key) && values.includes(labels[key] ?? '')) !== negative
}

/** Whether labels fit a selector that stands in an object, with `matchLabels` and `matchExpressions`. */
export function matchesSelector(selector: JsonObject, labels: Labels): boolean {
  const wanted = Object.entries(textsAt(selector, 'matchLabels'))
  return (
    wanted.every(([key, value]) => labels[key] === value) &&
    objectsAt(selector, 'matchExpressions').every((term) => matchesTerm(term, labels))
  )
}

/** Whether labels fit one term of `matchExpressions`. */
export function matchesTerm(term: JsonObject, labels: Labels): boolean {
  const key = textAt(term, 'key')
  const values = Array.isArray(term.values) ? term.values : []
  const held = Object.hasOwn(labels, key)
  switch (textAt(term, 'operator')) {
    case 'In':
      return held && values.includes(labels[key])
    case 'NotIn':
      return !held || !values.includes(labels[key])
    case 'Exists':
      return held
    case 'DoesNotExist':
      return !held
    default:
      return false
  }
}

const EVERYWHERE = ['metadata.name', 'metadata.namespace']

/** Further fields that objects can be selected by. */
const SELECTABLE: Readonly<Record<string, readonly string[]>> = {
  '/pods': [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  '/nodes': ['spec.unschedulable'],
  '/namespaces': ['status.phase'],
  '/secrets': ['type'],
  '/events': [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  'certificates.k8s.io/certificatesigningrequests': ['spec.signerName'],
}

/** Reads a field selector such as `spec.nodeName=cp1,status.phase!=Running`. */
export function fieldSelector(text: string, storage: string): Selector {
  const allowed = [...EVERYWHERE, ...(SELECTABLE[storage] ?? [])]
  const tests = text
    .split(',')
    .filter((term) => term.trim() !== '')
    .map((term) => {
      const [, path = '', op = '', value = ''] = /^([^=!]+)(==|=|!=)(.*)$/.exec(term.trim()) ?? []
      if (op === '') throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`)
      if (!allowed.includes(path)) throw badRequest(`field label not supported: ${path}`)
      return (object: KubeObject) => (asText(valueAt(object, ...path.split('.'))) === value) === (op !== '!=')
    })
  return (object) => tests.every((holds) => holds(object))
}

const asText = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
