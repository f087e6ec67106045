import { Composer, type CST, type Document, Lexer, Parser } from 'yaml'
import type { Fault } from './fault.ts'
import { syntaxFaults } from './yaml-syntax.ts'

/** How deep maps and lists may nest, in the text or through aliases. */
export const deepest = 64

/** The most tokens a file may hold (about 25,000 lines): it bounds the parser's time and memory. */
const mostTokens = 200_000

/** Errors that the tokenizer finds by itself come one per character in a file that is not YAML at all. */
const mostStrayTokens = 20

/** One YAML document, or what keeps the text from being one. */
export type Parsed =
  | { readonly document: Document.Parsed; readonly faults: readonly Fault[]; readonly broken: boolean }
  | { readonly document?: never; readonly faults: readonly Fault[]; readonly broken: true }

/** Parses a text as a single YAML 1.2 document; never throws, and stops early on what would take too long. */
export function parseYaml(text: string): Parsed {
  const read = readTokens(text)
  if (read.stop) return { faults: [read.stop], broken: true }
  const directives = read.tokens.filter((token) => token.type === 'directive').flatMap(directiveFault)
  const documents = read.tokens.filter((token) => token.type === 'document')
  const document = compose(text, read.tokens)
  const syntax = syntaxFaults(document, text)
  const second = documents[1] ? [secondDocument(text, documents[1])] : []
  const broken = syntax.some((fault) => fault.code === 'yaml-syntax' && fault.severity !== 'warning')
  return { document, faults: [...directives, ...syntax, ...second], broken }
}

/** Parses a text as any number of YAML documents, as Talos and Kubernetes read them; never throws either. */
export function parseDocuments(text: string): { documents: readonly Document.Parsed[]; faults: readonly Fault[] } {
  const read = readTokens(text)
  if (read.stop) return { documents: [], faults: [read.stop] }
  const directives = read.tokens.filter((token) => token.type === 'directive').flatMap(directiveFault)
  const documents = composeAll(text, read.tokens)
  return { documents, faults: [...directives, ...documents.flatMap((document) => syntaxFaults(document, text))] }
}

interface Tokens {
  readonly tokens: readonly CST.Token[]
  readonly stop?: Fault
}

function readTokens(text: string): Tokens {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let lexemes = 0
  let stray = 0
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') stray++
      if (stray <= mostStrayTokens) tokens.push(token)
    }
    // The stack also holds the document and the scalar being read.
    if (parser.stack.length > deepest + 2) return { tokens, stop: tooDeep([parser.offset - 1, parser.offset]) }
    if (++lexemes > mostTokens) return { tokens, stop: tooMuch(parser.offset) }
  }
  for (const token of parser.end()) tokens.push(token)
  return { tokens }
}

function compose(text: string, tokens: readonly CST.Token[]): Document.Parsed {
  const first = tokens.findIndex((token) => token.type === 'document')
  const end = tokens.findIndex((token, at) => token.type === 'document' && at > first)
  const [document] = composeAll(text, tokens.slice(0, end === -1 ? undefined : end))
  if (document === undefined) throw new Error('the YAML composer made no document')
  return document
}

function composeAll(text: string, tokens: readonly CST.Token[]): Document.Parsed[] {
  // Keys are compared by us: the library's own check takes quadratic time.
  const composer = new Composer({ uniqueKeys: false, resolveKnownTags: false, prettyErrors: false })
  const wanted = tokens.filter((token) => token.type !== 'directive')
  return [...composer.compose(wanted, true, text.length)]
}

/** What is said about nesting, found while parsing or while following aliases. */
export function tooDeep(span: Fault['span']): Fault {
  return { code: 'yaml-too-deep', span, message: `maps and lists nest deeper than ${deepest} levels here` }
}

function tooMuch(offset: number): Fault {
  return {
    code: 'yaml-too-much',
    span: [offset - 1, offset],
    message: `the file goes on after ${mostTokens.toLocaleString('en')} YAML tokens, which is the limit`,
    hint: 'is this the cluster file? large patches belong in files of their own',
  }
}

function secondDocument(text: string, { offset }: CST.Document): Fault {
  const mark = text.startsWith('---', offset) ? 3 : 1
  return {
    code: 'yaml-documents',
    span: [offset, offset + mark],
    message: 'a second YAML document starts here',
    hint: 'one file describes one cluster: keep the other document in a file of its own',
  }
}

function directiveFault(token: CST.Token): Fault[] {
  if (token.type !== 'directive' || /^%YAML\s+1\.2\b/.test(token.source)) return []
  const span: Fault['span'] = [token.offset, token.offset + token.source.length]
  const message = 'a YAML directive other than %YAML 1.2 is not supported'
  return [{ code: 'yaml-directive', span, message, hint: 'remove this line' }]
}
