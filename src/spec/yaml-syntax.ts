import { type Document, isCollection, isScalar, visit, type YAMLError } from 'yaml'
import type { Fault } from './fault.ts'
import type { Span } from './text-index.ts'

/** One mistake makes the parser complain about many lines below it, so only the first lines are told. */
const mostLines = 10

/** What a rule may look at: the text, the complaint's own offsets, and where an unclosed quote or bracket began. */
interface Complaint {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly match: RegExpExecArray
  readonly opener: (mark: string) => Span
}

interface Told {
  readonly message: string
  readonly hint?: string
  readonly span?: Span
  readonly code?: string
}

type Rule = readonly [library: RegExp, tell: (complaint: Complaint) => Told]

/** The library's complaints in words for the person who wrote the file; the first rule that matches wins. */
const rules: readonly Rule[] = [
  [/^TAB_AS_INDENT/, () => ({ message: 'a tab is used for indentation', hint: 'indent with spaces' })],
  [/^MISSING_CHAR Missing closing (.)quote/, ({ match, opener }) => unclosed(match[1] ?? '"', opener)],
  [/^(?:BAD_INDENT|MISSING_CHAR) Flow sequence .*end with/, ({ opener }) => unclosed('[', opener)],
  [/^(?:BAD_INDENT|MISSING_CHAR) Flow map .*end with/, ({ opener }) => unclosed('{', opener)],
  [/^BLOCK_AS_IMPLICIT_KEY Nested/, nestedOnOneLine],
  [/^(?:MULTILINE_IMPLICIT_KEY|MISSING_CHAR) Implicit/, keyWithoutColon],
  [/^(?:BAD_INDENT All|BLOCK_AS_IMPLICIT_KEY A block sequence)/, outOfLine],
  [/^UNEXPECTED_TOKEN Unexpected block-seq-ind on same line/, listBesideKey],
  [/^UNEXPECTED_TOKEN Unexpected \S*scalar (?:at node end|token)/, textAfterValue],
  [/^UNEXPECTED_TOKEN Unexpected (?:,|empty item) in flow/, () => ({ message: 'an item is missing at this comma' })],
  [
    /^UNEXPECTED_TOKEN Unexpected .*?: ("(?:[^"\\]|\\.)*")$/,
    ({ match }) => ({ message: `${match[1]} is not expected here` }),
  ],
  [/^MISSING_CHAR Missing , (?:or : )?between flow/, () => ({ message: 'a comma is missing before this item' })],
  [/^MISSING_CHAR Missing space after :/, () => ({ message: 'a space is missing after the colon' })],
  [/^MISSING_CHAR Comments/, () => ({ message: 'a space is missing before the # of a comment' })],
  [
    /^BAD_SCALAR_START .* (\S)$/,
    ({ match }) => ({ message: `a value cannot start with ${match[1]}`, hint: 'put it in quotes' }),
  ],
  [/^BAD_DQ_ESCAPE Invalid escape sequence (.*)$/s, ({ match, start }) => badEscape(match[1] ?? '', start)],
  [/^KEY_OVER_1024_CHARS/, () => ({ message: 'a key is longer than 1024 characters' })],
  [/^(?:TAG_RESOLVE_FAILED|BAD_COLLECTION_TYPE)/, badTag],
]

/** Turns the complaints of the YAML library into faults, at most one for each line. */
export function syntaxFaults(document: Document.Parsed, text: string): Fault[] {
  const complaints = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])
  if (complaints.length === 0) return []
  const openers = findOpeners(document, text)
  const faults = new Map<number, Fault>()
  let told = -1
  for (const complaint of complaints) {
    if (complaint.pos[0] <= told) continue
    told = lineEnd(text, complaint.pos[0])
    const fault = translate(complaint, text, openers)
    const line = lineStart(text, fault.span[0])
    if (!faults.has(line)) faults.set(line, fault)
    if (faults.size === mostLines) break
  }
  return [...faults.values()].sort((a, b) => a.span[0] - b.span[0])
}

function translate(error: YAMLError, text: string, openers: ReadonlyMap<string, number>): Fault {
  const [start, end] = error.pos
  const span: Span = [Math.min(start, text.length), Math.min(end, text.length)]
  const severity = error.name === 'YAMLWarning' && !isAboutTag(error) ? 'warning' : 'error'
  const opener = (mark: string): Span => {
    const offset = openers.get(`${mark}${start}`) ?? start
    return [offset, offset + 1]
  }
  for (const [library, tell] of rules) {
    const match = library.exec(`${error.code} ${error.message}`)
    if (!match) continue
    return { code: 'yaml-syntax', severity, span, ...tell({ text, start, end, match, opener }) }
  }
  const message = error.message.charAt(0).toLowerCase() + error.message.slice(1)
  return { code: 'yaml-syntax', severity, span, message }
}

function isAboutTag({ code }: YAMLError): boolean {
  return code === 'TAG_RESOLVE_FAILED' || code === 'BAD_COLLECTION_TYPE'
}

/** Where each quote and bracket began, by its mark and the offset at which the parser gave up waiting for its end. */
function findOpeners(document: Document.Parsed, text: string): ReadonlyMap<string, number> {
  const openers = new Map<string, number>()
  visit(document, {
    Node: (_key, node) => {
      if ((isScalar(node) || isCollection(node)) && node.range) {
        openers.set(`${text.charAt(node.range[0])}${node.range[1]}`, node.range[0])
      }
    },
  })
  return openers
}

function unclosed(mark: string, opener: Complaint['opener']): Told {
  const kind = mark === '[' || mark === '{' ? 'bracket' : 'quote'
  return { span: opener(mark), message: `the ${kind} ${mark} that opens here is never closed` }
}

function nestedOnOneLine({ text, start }: Complaint): Told {
  const rest = text.slice(start, lineEnd(text, start))
  if (/:(?:\s|$)/.test(rest)) {
    const message = 'a second "key: value" stands on the same line'
    return { message, hint: 'put a value that holds a colon in quotes', span: [start, start + rest.trimEnd().length] }
  }
  const keyBelow = /\n[ ]*[^\s#][^\n]*?:(?=\s|$)/g
  keyBelow.lastIndex = start
  const below = keyBelow.exec(text)
  return outOfLine({ text, start: below ? below.index + 1 : start })
}

function keyWithoutColon({ text, start }: Complaint): Told {
  const line = text.slice(start, lineEnd(text, start)).trimEnd()
  const glued = /^[^\s:]+:(?=\S)/.exec(line)
  const span: Span = [start, start + line.length]
  if (!glued)
    return { span, message: 'this line is not "key: value"', hint: 'is the colon missing, or the indentation wrong?' }
  const fixed = `${glued[0]} ${line.slice(glued[0].length)}`
  return { span, message: 'a space is missing after the colon', hint: `write "${fixed}"` }
}

function outOfLine({ text, start }: Pick<Complaint, 'text' | 'start'>): Told {
  const line = lineStart(text, start)
  const indent = /^\s*/.exec(text.slice(line, lineEnd(text, start)))?.[0].length ?? 0
  const span: Span = [line + indent, lineEnd(text, start)]
  return {
    span,
    message: 'the indentation does not fit the lines above',
    hint: 'start it in the column of the keys or items it belongs to',
  }
}

function listBesideKey(): Told {
  return { message: 'a list cannot start on the line of its key', hint: 'put the "-" on a line of its own' }
}

function textAfterValue({ text, start }: Complaint): Told {
  const span: Span = [start, start + text.slice(start, lineEnd(text, start)).trimEnd().length]
  return { span, message: 'text follows where the value has ended', hint: 'put the whole value in one pair of quotes' }
}

function badEscape(sequence: string, start: number): Told {
  const hint = 'use single quotes, in which a backslash is just a backslash'
  return { span: [start, start + sequence.length], message: `${sequence} means nothing in double quotes`, hint }
}

function badTag({ text, start, end }: Complaint): Told {
  const message = `the tag ${text.slice(start, end)} cannot be used here`
  return { code: 'yaml-tag', message, hint: 'write the value without a tag' }
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end
}
