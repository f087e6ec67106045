import { z } from 'zod'
import { nearest } from './nearest.ts'
import type { Path } from './problem.ts'
import { alternatives, schemasAt } from './schema/keys.ts'

/** Offers what may have been meant by a value; nothing where it has no say. */
type Rewrite = (value: unknown) => unknown

const text =
  (pattern: RegExp, offer: (...groups: string[]) => unknown): Rewrite =>
  (value) => {
    const found = typeof value === 'string' ? pattern.exec(value) : null
    return found === null ? undefined : offer(...found.slice(1).map((group) => group ?? ''))
  }

/** What people write for what the schema wants, the likeliest first; an offer counts only where the schema takes it. */
const rewrites: readonly Rewrite[] = [
  text(/^(?:yes|on|true)$/i, () => true),
  text(/^(?:no|off|false)$/i, () => false),
  text(/^(-?\d{1,15}(?:\.\d{1,6})?)$/, Number),
  text(/^(\d+(?:\.\d+)?) ?([kmgt])(?:i?b)?$/i, (amount = '', unit = '') => `${amount}${unit.toUpperCase()}iB`),
  text(/^v?(\d+\.\d+)(\.\d+)?$/i, (minor, patch) => `v${minor}${patch || '.0'}`),
  text(/^(.*[.:])([0-9a-f]+) ?- ?([0-9a-f]+)$/i, (net, first, last) => `${net}${first}-${net}${last}`),
  text(/^(?:http:\/\/)?([\w.-]+(?::\d+)?(?:\/[\w./-]*)?)$/i, (rest) => `https://${rest}`),
  text(/^(.*)$/, (all = '') =>
    all
      .trim()
      .toLowerCase()
      .replaceAll(/[_ .]+/g, '-'),
  ),
  text(/^(.*)$/, (size) => ({ size })),
  text(/^(.*)$/, (disks) => ({ disks })),
  (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined),
  // 1.3 may have been 1.30: only two digits are certain to be all of them.
  (value) => (typeof value === 'number' && /^\d+\.\d\d$/.test(String(value)) ? `v${value}.0` : undefined),
  (value) => (typeof value === 'object' ? undefined : [value]),
]

/** Longer texts are no slips of the pen, and would fill the hint. */
const longest = 80

/** How a refused value would be right, in words: the first likely form of it that the schema accepts at this place. */
export function correctionFor(path: Path, value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && (value === '' || value.length > longest))) return undefined
  const schemas = schemasAt(path)
  const meant = rewrites
    .map((rewrite) => rewrite(value))
    .find((offer) => offer !== undefined && schemas.some((schema) => schema.safeParse(offer).success))
  if (meant === undefined) return choiceNear(schemas, value)
  const bare = typeof value === 'string' && typeof meant === 'number' ? ', without quotes' : ''
  return `write ${written(meant)}${bare}`
}

/** The nearest of the words that may stand here. */
function choiceNear(schemas: readonly z.ZodType[], value: unknown): string | undefined {
  const choices = schemas
    .flatMap(alternatives)
    .flatMap((one) => (one instanceof z.ZodEnum ? one.options.map(String) : []))
  const close = typeof value === 'string' ? nearest(value, choices) : undefined
  return close === undefined ? undefined : `did you mean ${close}?`
}

/** A value as it stands in a cluster file. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, inner]) => `${key}: ${written(inner)}`)
    return `{ ${pairs.join(', ')} }`
  }
  const plain = String(value)
  return typeof value === 'string' && /^([-+]?[\d.]+|true|false|null|~)$/i.test(plain) ? JSON.stringify(plain) : plain
}
