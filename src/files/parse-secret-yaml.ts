import { type Document, LineCounter, type ParsedNode, parseDocument } from 'yaml'

/** A parsed YAML file, and where it is broken. */
export interface SecretYaml {
  readonly document: Document.Parsed<ParsedNode>
  readonly problems: readonly string[]
  /** The line that a place in the text is on, from 1. */
  readonly lineOf: (offset: number) => number
}

/** Parses YAML that holds secrets: the parser's own messages quote the source, so only line and kind are kept. */
export function parseSecretYaml(text: string, schema: 'core' | 'failsafe' = 'core'): SecretYaml {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { schema, prettyErrors: false, lineCounter })
  const lineOf = (offset: number) => lineCounter.linePos(offset).line
  const problems = document.errors.map(({ code, pos }) => `line ${lineOf(pos[0])}: is not valid YAML (${code})`)
  return { document, problems, lineOf }
}
