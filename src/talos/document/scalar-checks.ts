import { isIP } from 'node:net'
import type { ScalarName } from '../schema/notation.ts'
import { parseByteSize } from './byte-size.ts'
import { parseDuration } from './duration.ts'
import type { Value } from './value.ts'

/** Whether a text is an IP address followed by the length of a network. */
export function isPrefix(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)
}

/** Whether a text is a hardware address of six or more bytes. */
export const isMac = (text: string): boolean => /^[\da-f]{2}(?:([:-])[\da-f]{2})(?:\1[\da-f]{2}){4,}$/i.test(text)

const isBase64 = (text: string): boolean =>
  /^[A-Za-z\d+/\n\r]*={0,2}[\n\r]*$/.test(text) && text.replace(/[\n\r]/g, '').length % 4 === 0

/** What Go's URL parser takes: a colon before the first slash must end a scheme. */
const isUrl = (text: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(text) || !/^[^/?#]*:/.test(text)

const text =
  (what: string, accepts: (text: string) => boolean = () => true) =>
  (value: Value): string | undefined =>
    typeof value === 'string' && (value === '' || accepts(value)) ? undefined : what

const integer =
  (what: string, from: number, to: number) =>
  (value: Value): string | undefined =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to ? undefined : what

const natural = (bits: number) => integer(`a whole number from 0 to ${2 ** bits - 1}`, 0, 2 ** bits - 1)

const isPortRange = (value: Value): boolean => {
  const [, low = '', high = low] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(String(value)) ?? []
  return low !== '' && Number(low) <= Number(high) && Number(high) <= 65_535
}

/** For each type of scalar: what a value should have been, or nothing if it is fine. */
export const scalarChecks: Readonly<Record<ScalarName, (value: Value) => string | undefined>> = {
  string: text('text'),
  bool: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  int: integer('a whole number', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  int32: integer('a whole number', -(2 ** 31), 2 ** 31 - 1),
  uint: natural(53),
  uint8: natural(8),
  uint16: natural(16),
  uint32: natural(32),
  uint64: natural(53),
  duration: (value) =>
    typeof value === 'string' && parseDuration(value) !== undefined ? undefined : 'a duration such as 1h30m',
  fileMode: natural(32),
  diskSize: (value) =>
    Number.isInteger(value) || parseByteSize(String(value)) !== undefined ? undefined : 'a size such as 10GB',
  bytes: text('a size such as 10GiB', (size) => parseByteSize(size.replace(/^-/, '')) !== undefined),
  size: text(
    'a size such as 10GiB or 50%',
    (size) => /^-?\d+%$/.test(size) || parseByteSize(size.replace(/^-/, '')) !== undefined,
  ),
  sizeMatch: text(
    'a size such as >= 10GB',
    (size) => parseByteSize(size.replace(/^\s*(?:[<>]=?|==)/, '')) !== undefined,
  ),
  addr: text('an IP address', (address) => isIP(address) !== 0),
  prefix: text('a network such as 10.0.0.0/24', isPrefix),
  addrPort: text('an address with a port', (address) => /^(?:\[[\da-f:.%a-z]+\]|[\d.]+):\d{1,5}$/i.test(address)),
  mac: text('a hardware address', isMac),
  url: text('an address with a scheme', isUrl),
  base64: text('base64', isBase64),
  pem: text('base64', isBase64),
  cel: text('an expression'),
  ports: (value) => (isPortRange(value) ? undefined : 'a port or a range such as 80-90'),
  routingTable: (value) =>
    /^(?:\d+|unspec|default|main|local)$/.test(String(value)) ? undefined : 'a routing table such as main or 100',
}
