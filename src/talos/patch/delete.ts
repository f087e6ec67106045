import { formatPath } from '../../spec/problem.ts'
import { UserError } from '../../user-error.ts'
import { fieldsOfDocument, nameOf } from '../document/identity.ts'
import { type Document, get, isList, isMapping, type Mapping, mapping, type Value } from '../document/value.ts'
import { type Fields, fieldsOf } from '../schema/lookup.ts'
import type { Type } from '../schema/notation.ts'
import type { Deletion } from './deletion.ts'

type Shape = Type | Fields | undefined

const missing = Symbol('missing')

/** Fields whose value Talos can compare with the text in a patch. */
const comparable = (type: Type | undefined): boolean =>
  type?.form === 'enum' || (type?.form === 'scalar' && !/^u?int|bool|fileMode|diskSize|bytes|size|base64/.test(type.of))

function fieldsIn(shape: Shape): Fields | undefined {
  if (shape instanceof Map) return shape
  return shape !== undefined && 'form' in shape && shape.form === 'struct' ? fieldsOf(shape.of) : undefined
}

function itemOf(shape: Shape): Type | undefined {
  const isItems = shape !== undefined && 'form' in shape && (shape.form === 'list' || shape.form === 'map')
  return isItems ? shape.item : undefined
}

function deleteElement(list: Value | undefined, shape: Shape, { element }: Deletion): Value | typeof missing {
  const fields = fieldsIn(itemOf(shape))
  if (!isList(list) || element === undefined || fields === undefined) return missing
  const isIt = (item: Value): boolean =>
    isMapping(item) && comparable(fields.get(element.key)?.type) && get(item, element.key) === element.value
  const index = list.findIndex(isIt)
  return index === -1 ? missing : list.toSpliced(index, 1)
}

function deleteKey(value: Mapping, shape: Shape, key: string): Mapping | typeof missing {
  const known = fieldsIn(shape)?.has(key) ?? false
  if (!known && !Object.hasOwn(value, key)) return missing
  return mapping(Object.entries(value).filter(([name]) => name !== key))
}

function remove(
  value: Value | undefined,
  shape: Shape,
  path: readonly string[],
  deletion: Deletion,
): Value | typeof missing {
  const [key, ...rest] = path
  if (key === undefined) return deleteElement(value, shape, deletion)
  if (!isMapping(value)) return missing
  if (rest.length === 0 && deletion.element === undefined) return deleteKey(value, shape, key)
  const inside = fieldsIn(shape)?.get(key)?.type ?? itemOf(shape)
  const changed = remove(get(value, key), inside, rest, deletion)
  return changed === missing ? missing : { ...value, [key]: changed }
}

/** Deletes what one `$patch: delete` names from a document; it is an error if nothing is there. */
export function applyDeletion(document: Document, deletion: Deletion): Document {
  const changed = remove(document, fieldsOfDocument(document), deletion.path, deletion)
  if (changed !== missing && isMapping(changed)) return changed
  const what =
    deletion.element === undefined ? '' : ` an element with ${deletion.element.key}: ${deletion.element.value}`
  throw new UserError(
    'talos-patch-delete',
    `the patch deletes${what || ' a value'} at ${formatPath(deletion.path)} of ${nameOf(document)}, but there is none`,
  )
}
