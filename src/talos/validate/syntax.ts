import { isIP } from 'node:net'
import { isMac, isPrefix } from '../document/scalar-checks.ts'
import type { Value } from '../document/value.ts'

/** Says what is wrong with a value, or nothing if it is fine. */
export type Check = (value: Value) => string | undefined

const text =
  (accepts: (text: string) => boolean, message: (text: string) => string): Check =>
  (value) =>
    typeof value === 'string' && !accepts(value) ? message(value) : undefined

/** A plain IP address. */
export const ip = text(
  (value) => isIP(value) !== 0,
  (value) => `${value} is not an IP address`,
)

/** An address with the length of its network. */
export const prefix = text(isPrefix, (value) =>
  isIP(value) === 0
    ? `${value} is not an address with a network length`
    : `${value} lacks the length of its network, such as /24`,
)

/** A network, or with `!` in front one that is excluded. */
export const subnetFilter = text(
  (value) => isPrefix(value.replace(/^!/, '')) || isIP(value.replace(/^!/, '')) !== 0,
  (value) => `${value} is not a network such as 10.0.0.0/8 or !10.1.0.0/16`,
)

/** A hardware address, or a pattern of one. */
export const macPattern = text(
  (value) => isMac(value) || (/[*?]/.test(value) && /^[\da-f:*?-]+$/i.test(value)),
  (value) => `${value} is not a hardware address`,
)

/** A host name: labels of at most 63 characters, 253 in all. */
export const hostname = text(
  (value) =>
    value.length <= 253 && value.split('.').every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label)),
  (value) => `${value} is not a host name`,
)

/** A domain name as Talos takes it. */
export const dnsName = text(
  (value) => value.length <= 255 && /^\w[\w-]{0,62}(?:\.\w[\w-]{0,62})*[._]?$/.test(value),
  (value) => `${value} is not a domain name`,
)

/** An address with one of the given schemes and a host. */
export const url = (...schemes: readonly string[]): Check =>
  text(
    (value) =>
      URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)) && new URL(value).hostname !== '',
    (value) => `${value} is not an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  )

/** A value out of a list. */
export const oneOf = (...values: readonly string[]): Check =>
  text(
    (value) => values.includes(value),
    (value) => `${value} is not one of ${values.join(', ')}`,
  )

/** A number within bounds. */
export const between =
  (low: number, high: number): Check =>
  (value) =>
    typeof value === 'number' && (value < low || value > high)
      ? `${value} is not between ${low} and ${high}`
      : undefined

/** PEM text of the given kind: a block, or several, with base64 between its marks. */
export const pemText = (label: string): Check =>
  text(
    (value) => new RegExp(`-----BEGIN ([A-Z0-9 ]*${label})-----\\s+[A-Za-z\\d+/=\\s]+-----END \\1-----`).test(value),
    () => `this is not the PEM text of a ${label.toLowerCase()}`,
  )

/** The name of a volume. */
export const volumeName = text(
  (value) => /^[A-Za-z\d-]{1,34}$/.test(value),
  (value) => `${value} is not a volume name: letters, digits and hyphens, at most 34`,
)
