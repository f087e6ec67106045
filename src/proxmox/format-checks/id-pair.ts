import type { FormatCheck } from './check.ts'

/** One entry of a mapping of identifiers: `1` for the identity, a default target, or `source:target`. */
export function idPair(identifier: FormatCheck = () => undefined): FormatCheck {
  return (entry) => {
    if (entry === '' || entry === '0' || entry === '1') return undefined
    const pair = /^([^:]+):([^:]+)$/.exec(entry)?.slice(1) ?? [entry]
    const complaint = pair.map(identifier).find((each) => each !== undefined)
    return complaint === undefined ? undefined : `entry '${entry}' contains invalid ID - ${complaint}\n\n`
  }
}
