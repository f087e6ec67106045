import type { Json, JsonObject } from '../json.ts'
import type { Type } from '../schema/type.ts'
import { badRequest } from '../status.ts'
import { kinds } from '../tables/kinds.gen.ts'
import { messages } from '../tables/protobuf.gen.ts'

/** The media type that clients written in Go send by default. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00])

/** Reads an object as clients written in Go send it: an envelope with its kind, and the object by field numbers. */
export function readProtobuf(bytes: Buffer, typeNamed: (name: string) => Type): JsonObject {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw badRequest('the body does not begin like protobuf')
  const envelope = fieldsOf(bytes.subarray(MAGIC.length))
  const about = fieldsOf(bytesAt(envelope, 1))
  const [apiVersion, kind] = [bytesAt(about, 1).toString('utf8'), bytesAt(about, 2).toString('utf8')]
  const name = kind === 'DeleteOptions' ? 'meta.v1.DeleteOptions' : kinds[`${groupOf(apiVersion)}/${kind}`]
  if (name === undefined) throw badRequest(`no kind "${kind}" is registered for version "${apiVersion}"`)
  return { apiVersion, kind, ...readMessage(bytesAt(envelope, 2), name, typeNamed(name), typeNamed) }
}

const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? apiVersion : `/${apiVersion}`)

interface RawField {
  readonly number: number
  readonly value: number | Buffer
}

const bytesAt = (fields: readonly RawField[], number: number): Buffer => {
  const found = fields.find((field) => field.number === number)?.value
  return Buffer.isBuffer(found) ? found : Buffer.alloc(0)
}

/** The fields of a message as they stand there. */
function fieldsOf(bytes: Buffer): readonly RawField[] {
  const fields: RawField[] = []
  for (let at = 0; at < bytes.length; ) {
    const [tag, afterTag] = varint(bytes, at)
    const wire = tag & 7
    const number = Math.floor(tag / 8)
    const [value, next] = wire === 0 ? varint(bytes, afterTag) : chunk(bytes, afterTag, wire)
    fields.push({ number, value })
    at = next
  }
  return fields
}

function varint(bytes: Buffer, start: number): readonly [number, number] {
  let [value, shift, at] = [0n, 0n, start]
  for (;;) {
    const byte = bytes[at++]
    if (byte === undefined) throw badRequest('the body breaks off')
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return [Number(BigInt.asIntN(64, value)), at]
    shift += 7n
  }
}

function chunk(bytes: Buffer, start: number, wire: number): readonly [Buffer, number] {
  const [length, from] = wire === 2 ? varint(bytes, start) : [wire === 1 ? 8 : 4, start]
  if (from + length > bytes.length) throw badRequest('the body breaks off')
  return [bytes.subarray(from, from + length), from + length]
}

type Named = (name: string) => Type

function readMessage(bytes: Buffer, name: string, type: Type, named: Named): JsonObject {
  const steps = new Map((messages[name] ?? '').split(' ').map((text) => splitStep(text)))
  const found: Record<string, Json> = {}
  for (const { number, value } of fieldsOf(bytes)) {
    const step = steps.get(number)
    if (step === undefined) continue
    // Fields of an inlined type belong to the message that contains it.
    if (step.startsWith('>')) {
      if (Buffer.isBuffer(value)) Object.assign(found, readMessage(value, step.slice(1), type, named))
      continue
    }
    const fieldType = type.kind === 'struct' ? type.fields.get(step)?.type() : undefined
    if (fieldType === undefined) continue
    const held = found[step]
    const read = readField(value, fieldType, named, held)
    if (read !== undefined && !isUnset(step, read)) found[step] = read
  }
  return found
}

function splitStep(text: string): readonly [number, string] {
  const equals = text.indexOf('=')
  return [Number(text.slice(0, equals)), text.slice(equals + 1)]
}

// Where nothing and zero are not the same.
const MEANT_ZEROS = new Set([
  'replicas',
  'gracePeriodSeconds',
  'terminationGracePeriodSeconds',
  'revisionHistoryLimit',
  'backoffLimit',
  'defaultMode',
])

// Flags that are always written, set or not.
const PLAIN_FLAGS = new Set([
  'paused',
  'stdin',
  'stdinOnce',
  'tty',
  'hostIPC',
  'hostNetwork',
  'hostPID',
  'unschedulable',
])

/** Whether a value is only what protobuf writes for a field that nobody set. */
const isUnset = (name: string, value: Json): boolean =>
  value === '' || (value === 0 && !MEANT_ZEROS.has(name)) || (value === false && PLAIN_FLAGS.has(name))

function readField(value: number | Buffer, type: Type, named: Named, held: Json | undefined): Json | undefined {
  if (type.kind === 'list') {
    const item = readField(value, type.of(), named, undefined)
    const items = Array.isArray(held) ? held : []
    return item === undefined ? items : [...items, item]
  }
  if (type.kind === 'map') {
    const entry = fieldsOf(Buffer.isBuffer(value) ? value : Buffer.alloc(0))
    const inner = entry.find(({ number }) => number === 2)?.value ?? Buffer.alloc(0)
    const read = readField(inner, type.of(), named, undefined)
    const before = typeof held === 'object' && held !== null && !Array.isArray(held) ? held : {}
    return { ...before, [bytesAt(entry, 1).toString('utf8')]: read ?? '' }
  }
  if (type.kind === 'struct') return Buffer.isBuffer(value) ? readMessage(value, type.name, type, named) : undefined
  return readScalar(value, type.scalar)
}

function readScalar(value: number | Buffer, scalar: string): Json | undefined {
  if (typeof value === 'number') return scalar === 'flag' ? value !== 0 : value
  switch (scalar) {
    case 'time':
      return readTime(fieldsOf(value))
    case 'quantity':
      return bytesAt(fieldsOf(value), 1).toString('utf8')
    case 'number-or-text': {
      const fields = fieldsOf(value)
      const isText = fields.some(({ number, value: kind }) => number === 1 && kind === 1)
      const number = fields.find((field) => field.number === 2)?.value
      return isText ? bytesAt(fields, 3).toString('utf8') : typeof number === 'number' ? number : 0
    }
    case 'bytes':
      return value.toString('base64')
    case 'text':
      return value.toString('utf8')
    default:
      return undefined
  }
}

function readTime(fields: readonly RawField[]): string | undefined {
  const seconds = fields.find(({ number }) => number === 1)?.value
  if (typeof seconds !== 'number') return undefined
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
}
