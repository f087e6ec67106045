import { type Document, LineCounter, type ParsedNode, parseDocument } from 'yaml'

/** A parsed YAML file, and where it is broken. */
export interface SecretYaml {
  readonly document: Document.Parsed<ParsedNode>
  readonly problems: readonly string[]
}

/** Parses YAML that holds secrets: the parser's own messages quote the source, so only line and kind are kept. */
export function parseSecretYaml(text: string, schema: 'core' | 'failsafe' = 'core'): SecretYaml {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { schema, prettyErrors: false, lineCounter })
  const problems = document.errors.map(
    ({ code, pos }) => `line ${lineCounter.linePos(pos[0]).line}: is not valid YAML (${code})`,
  )
  return { document, problems }
}
