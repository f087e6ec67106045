import { isDeepStrictEqual } from 'node:util'
import { UserError } from '../../user-error.ts'
import { type Document, get, isList, isMapping, type Value } from '../document/value.ts'

/** One operation of a JSON patch (RFC 6902). */
export interface Operation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string
  readonly value?: Value
}

/** A JSON patch, ready to be applied. */
export interface JsonPatch {
  readonly form: 'json6902'
  readonly operations: readonly Operation[]
}

const fail = (message: string, hint?: string): never => {
  throw new UserError('talos-json-patch', message, hint === undefined ? {} : { hint })
}

const tokens = (pointer: string): string[] => {
  if (pointer !== '' && !pointer.startsWith('/')) fail(`the path ${pointer} of a JSON patch must start with /`)
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const nowhere = (pointer: string): never => fail(`the JSON patch has the path ${pointer}, but nothing is there`)

function index(list: readonly Value[], token: string, end: number, pointer: string): number {
  const number = token === '-' ? list.length : Number(token)
  return /^(?:-|\d+)$/.test(token) && number <= end ? number : nowhere(pointer)
}

function find(value: Value, [token, ...rest]: readonly string[], pointer: string): Value {
  if (token === undefined) return value
  const child = isList(value)
    ? value[index(value, token, value.length - 1, pointer)]
    : isMapping(value)
      ? get(value, token)
      : undefined
  return child === undefined ? nowhere(pointer) : find(child, rest, pointer)
}

/** Rebuilds the value along a path, with its last step changed. */
function change(
  value: Value,
  path: readonly string[],
  pointer: string,
  last: (parent: Value, token: string) => Value,
): Value {
  const [token, ...rest] = path
  if (token === undefined) return nowhere(pointer)
  if (rest.length === 0) return last(value, token)
  const inner = change(find(value, [token], pointer), rest, pointer, last)
  if (isList(value)) return value.with(Number(token), inner)
  return isMapping(value) ? { ...value, [token]: inner } : nowhere(pointer)
}

const add = (root: Value, pointer: string, item: Value): Value =>
  change(root, tokens(pointer), pointer, (parent, token) => {
    if (isList(parent)) return parent.toSpliced(index(parent, token, parent.length, pointer), 0, item)
    return isMapping(parent) ? { ...parent, [token]: item } : nowhere(pointer)
  })

const remove = (root: Value, pointer: string): Value =>
  change(root, tokens(pointer), pointer, (parent, token) => {
    find(parent, [token], pointer)
    if (isList(parent)) return parent.toSpliced(Number(token), 1)
    if (!isMapping(parent)) return nowhere(pointer)
    return Object.fromEntries(Object.entries(parent).filter(([key]) => key !== token))
  })

const replace = (root: Value, pointer: string, item: Value): Value =>
  change(root, tokens(pointer), pointer, (parent, token) => {
    find(parent, [token], pointer)
    if (isList(parent)) return parent.with(Number(token), item)
    return isMapping(parent) ? { ...parent, [token]: item } : nowhere(pointer)
  })

function run(root: Value, { op, path, from = '', value = null }: Operation): Value {
  switch (op) {
    case 'add':
      return add(root, path, value)
    case 'remove':
      return remove(root, path)
    case 'replace':
      return replace(root, path, value)
    case 'move':
      return add(remove(root, from), path, find(root, tokens(from), from))
    case 'copy':
      return add(root, path, find(root, tokens(from), from))
    case 'test':
      return isDeepStrictEqual(find(root, tokens(path), path), value)
        ? root
        : fail(`the JSON patch expects another value at ${path}`)
  }
}

const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const

function readOperation(value: Value): Operation {
  const given = isMapping(value) ? value : {}
  const op = operations.find((name) => name === get(given, 'op'))
  const [path, from, item] = [get(given, 'path'), get(given, 'from'), get(given, 'value')]
  if (op === undefined || typeof path !== 'string') return fail('every step of a JSON patch needs an op and a path')
  return { op, path, ...(typeof from === 'string' ? { from } : {}), ...(item === undefined ? {} : { value: item }) }
}

/** Reads a list of operations as a JSON patch. */
export const jsonPatch = (list: readonly Value[]): JsonPatch => ({
  form: 'json6902',
  operations: list.map(readOperation),
})

/** Applies a JSON patch, which Talos allows only where there is one document. */
export function applyJson(documents: readonly Document[], patch: JsonPatch): Document[] {
  const [document, ...others] = documents
  if (document === undefined || others.length > 0) {
    return fail(
      `a JSON patch cannot change a config of ${documents.length} documents`,
      'write it as a strategic merge patch: the part of the document that changes, with apiVersion and kind where it has them',
    )
  }
  const patched = patch.operations.reduce<Value>(run, document)
  return isMapping(patched) ? [patched] : fail('the JSON patch replaced the whole config by something else')
}
