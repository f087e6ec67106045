import { isList, isObject, type Json, sameJson } from '../json.ts'
import { Refusal } from '../status.ts'

/** Carries out the operations of RFC 6902 in order. */
export function jsonPatch(value: Json, operations: Json): Json {
  if (!isList(operations)) throw failed('json: cannot unmarshal object into Go value of type jsonpatch.Patch')
  return operations.reduce((current, operation) => step(current, operation), value)
}

const failed = (why: string): Refusal => new Refusal(400, 'BadRequest', `error decoding patch: ${why}`)

// The server keeps to itself which operation cannot be carried out, and why.
const unable = (): Refusal =>
  new Refusal(422, 'Invalid', 'the server rejected our request due to an error in our request', {})

function step(value: Json, operation: Json): Json {
  if (!isObject(operation)) throw failed('an operation is no object')
  const { op } = operation
  const path = pointer(operation.path)
  const content = operation.value ?? null
  switch (op) {
    case 'add':
      return change(value, path, () => content, 'add')
    case 'replace':
      // What is replaced in an object need not be there, but the object.
      if (isList(read(value, path.slice(0, -1)))) read(value, path)
      return change(value, path, () => content, 'set')
    case 'remove':
      read(value, path)
      return change(value, path, () => undefined, 'set')
    case 'test':
      if (!sameJson(read(value, path), content)) throw unable()
      return value
    case 'copy':
      return change(value, path, () => read(value, pointer(operation.from)), 'add')
    case 'move': {
      const from = pointer(operation.from)
      const moved = read(value, from)
      return change(
        change(value, from, () => undefined, 'set'),
        path,
        () => moved,
        'add',
      )
    }
    default:
      throw failed(`unexpected kind: ${String(op)}`)
  }
}

function pointer(path: Json | undefined): readonly string[] {
  if (typeof path !== 'string') throw failed('an operation has no path')
  if (path === '') return []
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function read(value: Json, path: readonly string[]): Json {
  let found: Json | undefined = value
  for (const key of path) found = isList(found) ? found[Number(key)] : isObject(found) ? found[key] : undefined
  if (found === undefined) throw unable()
  return found
}

function change(
  value: Json,
  [key, ...rest]: readonly string[],
  make: () => Json | undefined,
  mode: 'add' | 'set',
): Json {
  if (key === undefined) return make() ?? null
  if (isList(value)) {
    const index = key === '-' ? value.length : Number(key)
    if (!Number.isInteger(index) || index < 0 || index > value.length) throw unable()
    if (rest.length > 0) return value.with(index, change(value[index] ?? null, rest, make, mode))
    const made = make()
    return value.toSpliced(index, mode === 'add' ? 0 : 1, ...(made === undefined ? [] : [made]))
  }
  if (!isObject(value)) throw unable()
  if (rest.length > 0) {
    const inner = value[key]
    if (inner === undefined) throw unable()
    return { ...value, [key]: change(inner, rest, make, mode) }
  }
  const { [key]: _, ...others } = value
  const made = make()
  return made === undefined ? others : { ...others, [key]: made }
}
