import { Code, ConnectError } from '@connectrpc/connect'
import {
  type IDQuery,
  type LabelQuery,
  type LabelTerm,
  LabelTerm_Operation as Op,
} from '../../../src/talos/gen/cosi/state_pb.ts'
import type { SeenResource } from './read.ts'

/** What a caller asks of resources: labels as one of the queries has them, and an id like the pattern. */
export interface ResourceQuery {
  readonly labelQuery: readonly LabelQuery[]
  readonly idQuery?: IDQuery | undefined
}

/** Tells which resources a caller asks for; all of them where nothing is asked. */
export function matching(query: ResourceQuery | undefined): (resource: SeenResource) => boolean {
  const { labelQuery = [], idQuery } = query ?? {}
  const pattern = patternOf(idQuery?.regexp ?? '')
  return ({ id, labels }) =>
    (pattern === undefined || pattern.test(id)) &&
    (labelQuery.length === 0 || labelQuery.some(({ terms }) => terms.every((term) => holds(term, labels))))
}

function patternOf(text: string): RegExp | undefined {
  if (text === '') return undefined
  try {
    return new RegExp(text)
  } catch {
    const why = `failed to compile regexp: error parsing regexp: \`${text}\``
    throw new ConnectError(why, Code.InvalidArgument)
  }
}

function holds({ key, op, value, invert }: LabelTerm, labels: Readonly<Record<string, string>>): boolean {
  const own = Object.hasOwn(labels, key) ? labels[key] : undefined
  if (op === Op.NOT_EXISTS) return own === undefined
  const compare = COMPARISONS[op]
  if (compare === undefined) throw new ConnectError(`unsupported label query operator: ${op}`, Code.Unimplemented)
  const found = compare(own, value)
  // What cannot be compared is not found, whether asked for or asked against.
  return found === undefined ? false : found !== invert
}

type Comparison = (own: string | undefined, wanted: readonly string[]) => boolean | undefined

const ordered =
  (isBefore: (own: string, wanted: string) => boolean | undefined): Comparison =>
  (own, [wanted]) => {
    if (own === undefined) return undefined
    return wanted === undefined ? false : isBefore(own, wanted)
  }

const numeric = (isBefore: (own: number, wanted: number) => boolean): Comparison =>
  ordered((own, wanted) => {
    const numbers = [own, wanted].map((text) => (/^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN))
    const [left = Number.NaN, right = Number.NaN] = numbers
    return Number.isNaN(left) || Number.isNaN(right) ? undefined : isBefore(left, right)
  })

const COMPARISONS: Readonly<Record<number, Comparison>> = {
  [Op.EXISTS]: (own) => own !== undefined,
  [Op.EQUAL]: (own, [wanted]) => own !== undefined && own === wanted,
  [Op.IN]: (own, wanted) => own !== undefined && wanted.includes(own),
  [Op.LT]: ordered((own, wanted) => own < wanted),
  [Op.LTE]: ordered((own, wanted) => own <= wanted),
  [Op.LT_NUMERIC]: numeric((own, wanted) => own < wanted),
  [Op.LTE_NUMERIC]: numeric((own, wanted) => own <= wanted),
}
