import { type FormatCheck, splitList } from './check.ts'

/** A mapping of identifiers: `1` for the identity, one default target, or `source:target`. */
export function idPair(identifier: FormatCheck = () => undefined): FormatCheck {
  return (text) => {
    for (const entry of splitList(text)) {
      if (entry === '1') continue
      const pair = /^([^:]+):([^:]+)$/.exec(entry)?.slice(1) ?? [entry]
      const complaint = pair.map(identifier).find((each) => each !== undefined)
      if (complaint !== undefined) return `entry '${entry}' contains invalid ID - ${complaint}\n\n`
    }
    return undefined
  }
}
