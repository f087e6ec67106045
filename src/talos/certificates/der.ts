/** Encodes one DER value: tag, shortest length, content. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content])
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = bigEndian(length)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

function bigEndian(value: number): number[] {
  return value < 0x100 ? [value] : [...bigEndian(Math.floor(value / 0x100)), value % 0x100]
}

/** Encodes a SEQUENCE of values that are already DER. */
export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)

/** Encodes a SET OF, whose elements DER wants in ascending order of their bytes. */
export const setOf = (parts: readonly Uint8Array[]): Buffer => der(0x31, ...[...parts].sort(Buffer.compare))

/** Encodes an OCTET STRING. */
export const octetString = (content: Uint8Array): Buffer => der(0x04, content)

/** Encodes a BIT STRING whose last byte leaves `unused` bits empty. */
export const bitString = (content: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), content)

/** Encodes the value TRUE; DER leaves a FALSE default out. */
export const booleanTrue = (): Buffer => der(0x01, Buffer.from([0xff]))

/** Encodes NULL. */
export const nullValue = (): Buffer => der(0x05)

/** Encodes big-endian bytes as a non-negative INTEGER of minimal length. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const magnitude = first < 0 ? Buffer.from([0]) : bytes.subarray(first)
  const sign = (magnitude[0] ?? 0) >= 0x80 ? [0] : []
  return der(0x02, Buffer.from(sign), magnitude)
}

/** Encodes an OBJECT IDENTIFIER from its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const low = value % 0x80
  return value < 0x80 ? [low] : [...base128(Math.floor(value / 0x80)).map((byte) => byte | 0x80), low]
}

/** Encodes text as PrintableString where its alphabet allows, else as UTF8String, as Go does. */
export function text(value: string): Buffer {
  const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(value)
  return der(printable ? 0x13 : 0x0c, Buffer.from(value, 'utf8'))
}

/** Encodes a time to the second: UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = `${date
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '')}Z`
  return date.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}

/** One DER value as found in a longer encoding. */
export interface DerValue {
  readonly tag: number
  readonly content: Buffer
  /** Tag, length and content as they stood there. */
  readonly raw: Buffer
}

/** Splits the content of a constructed value into the values it is made of. */
export function readDer(bytes: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const value = readOne(bytes, offset)
    values.push(value)
    offset += value.raw.length
  }
  return values
}

function readOne(bytes: Buffer, offset: number): DerValue {
  const tag = bytes.readUInt8(offset)
  const short = bytes.readUInt8(offset + 1)
  const extra = short < 0x80 ? 0 : short & 0x7f
  const length = extra === 0 ? short : bytes.readUIntBE(offset + 2, extra)
  const start = offset + 2 + extra
  const end = start + length
  if (end > bytes.length) throw new RangeError(`DER value at byte ${offset} is longer than its container`)
  return { tag, content: bytes.subarray(start, end), raw: bytes.subarray(offset, end) }
}
