import { UserError } from '../../user-error.ts'
import { type Document, get, isList, isMapping, type Mapping, mapping, type Value } from '../document/value.ts'

/** One `$patch: delete` of a patch: a key, a list element by one of its values, or with an empty path the document. */
export interface Deletion {
  readonly path: readonly string[]
  /** For a list element: the key and value by which it is found. */
  readonly element?: { readonly key: string; readonly value: string }
}

const mark = '$patch'
const isMarked = (value: Mapping): boolean => get(value, mark) === 'delete'

function elementOf(value: Mapping, path: readonly string[]): Deletion {
  const [entry] = Object.entries(value).filter(([key]) => key !== mark)
  if (entry === undefined) {
    throw new UserError('talos-patch-delete', `nothing says which element of ${path.join('.')} to delete`, {
      hint: 'put one key of the element beside `$patch: delete`',
    })
  }
  const [key, item] = entry
  return { path, element: { key, value: typeof item === 'object' ? '' : String(item) } }
}

/** Takes the marks out of a value; nothing is left of what was marked or became empty by it. */
function take(value: Value, path: readonly string[], inList: boolean, found: Deletion[]): Value | undefined {
  if (isMapping(value))
    return isMarked(value) ? takeMarked(value, path, inList, found) : takeEntries(value, path, found)
  if (!isList(value)) return value
  const before = found.length
  const rest = value.flatMap((item) => {
    const left = take(item, path, true, found)
    return left === undefined ? [] : [left]
  })
  return rest.length === 0 && found.length > before ? undefined : rest
}

function takeMarked(value: Mapping, path: readonly string[], inList: boolean, found: Deletion[]): undefined {
  if (inList) found.push(elementOf(value, path))
  else found.push({ path })
  return undefined
}

function takeEntries(value: Mapping, path: readonly string[], found: Deletion[]): Mapping | undefined {
  const before = found.length
  const rest = mapping(Object.entries(value).map(([key, item]) => [key, take(item, [...path, key], false, found)]))
  return Object.keys(rest).length === 0 && found.length > before ? undefined : rest
}

/** Talos finds elements of lists only where no other list is on the way. */
function refuseInsideElements(value: Value, inElement = false): void {
  if (isMapping(value)) {
    if (inElement && isMarked(value)) {
      throw new UserError('talos-patch-delete', 'nothing inside a list element can be deleted', {
        hint: 'delete the whole element and add it anew',
      })
    }
    for (const item of Object.values(value)) refuseInsideElements(item, inElement)
  }
  if (!isList(value)) return
  for (const item of value) {
    if (inElement || !isMapping(item)) refuseInsideElements(item, true)
    else if (!isMarked(item)) for (const inner of Object.values(item)) refuseInsideElements(inner, true)
  }
}

/** Splits a patch document into what it deletes and what it merges; the rest may be nothing. */
export function splitDeletions(document: Document): { deletions: Deletion[]; rest: Document | undefined } {
  refuseInsideElements(document)
  const deletions: Deletion[] = []
  const rest = take(document, [], false, deletions)
  if (
    deletions.some(({ path }) => path.length === 0) &&
    (get(document, 'apiVersion') ?? get(document, 'kind')) === undefined
  ) {
    throw new UserError(
      'talos-patch-delete',
      'the document with `machine` and `cluster` cannot be deleted as a whole',
      {
        hint: 'name the document by apiVersion and kind beside `$patch: delete`',
      },
    )
  }
  const onlyHead = isMapping(rest) && Object.keys(rest).every((key) => ['version', 'kind', 'name'].includes(key))
  return { deletions, rest: isMapping(rest) && !(deletions.length > 0 && onlyHead) ? rest : undefined }
}
