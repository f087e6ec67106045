import { styleText } from 'node:util'
import { formatPath, type Located, type Range, type Severity } from './problem.ts'
import { maskSecrets } from './secret-text.ts'
import { columns, visible } from './visible-text.ts'
import { wrap } from './wrap.ts'

/** One problem for programs: every field is always there, lines and columns as in `Range`, no hint is `null`. */
export interface ProblemJson extends Range {
  readonly code: string
  readonly severity: Severity
  readonly file: string
  readonly path: string
  readonly message: string
  readonly hint: string | null
  readonly details: readonly string[]
}

type Style = Parameters<typeof styleText>[0]
type Paint = (style: Style, text: string) => string

const severityStyle: Record<Severity, Style> = { error: ['bold', 'red'], warning: ['bold', 'yellow'] }

/** The most of a message, a hint or a path that a terminal gets: each may quote a file that someone else wrote. */
const longestText = 400

/** What stands below the text of the line that is shown starts where that text does. */
const margin = ' '.repeat(8)

const plain: Paint = (_, text) => text

/** How problems are shown. */
export interface ProblemStyle {
  readonly color: boolean
  /** Width of the terminal; without it each problem says all it has to say on one line, for `grep`. */
  readonly columns?: number | undefined
  /** Whether a last line says how many there are; it does unless the caller says so itself. */
  readonly counted?: boolean
}

/** Shows problems in the order of the text, each with its line and a caret, and then how many there are. */
export function renderProblems(
  problems: readonly Located[],
  { color, columns: width, counted = true }: ProblemStyle,
): string {
  if (problems.length === 0) return ''
  // The caller has decided about colour, so the state of this process's own streams does not count.
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
  const shown = inOrder(problems).flatMap((problem) =>
    width === undefined
      ? [headline(problem, paint), ...frame(problem, paint), ...details(problem)]
      : [
          ...wrappedHead(problem, width, paint),
          ...frame(problem, paint, width),
          ...details(problem),
          ...wayOut(problem, width, paint),
        ],
  )
  return [...shown, ...(counted ? [summary(problems)] : []), ''].join('\n')
}

/** The same problems in the same order as data, for `--json`. */
export function problemsToJson(problems: readonly Located[]): ProblemJson[] {
  return inOrder(problems).map(({ code, severity, at, path, message, hint, details }) => ({
    code,
    severity,
    file: at.file,
    line: at.line,
    column: at.column,
    endLine: at.endLine,
    endColumn: at.endColumn,
    path: formatPath(path),
    message: maskSecrets(message),
    hint: hint === undefined ? null : maskSecrets(hint),
    details: (details ?? []).map(maskSecrets),
  }))
}

function inOrder(problems: readonly Located[]): Located[] {
  return problems.toSorted((a, b) => {
    if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1
    return a.at.line - b.at.line || a.at.column - b.at.column
  })
}

function headline(problem: Located, paint: Paint): string {
  const { hint } = problem
  const wayOut = hint === undefined ? '' : `. ${paint('cyan', 'hint:')} ${short(hint)}`
  return `${lead(problem, paint)} ${said(problem)}${wayOut}`
}

function lead({ severity, at }: Located, paint: Paint): string {
  return `${paint('bold', visible(`${at.file}:${at.line}:${at.column}`))} ${paint(severityStyle[severity], severity)}`
}

function said({ path, message }: Located): string {
  return `${path.length > 0 ? `${short(formatPath(path))}: ` : ''}${short(message)}`
}

/** The same for a terminal: broken between words, what is too much for the first line indented below it. */
function wrappedHead(problem: Located, width: number, paint: Paint): string[] {
  const first = width - columns(lead(problem, plain)) - 1
  const [start = '', ...rest] = wrap(said(problem), width - margin.length, first)
  return [`${lead(problem, paint)} ${start}`.trimEnd(), ...rest.map((line) => margin + line)]
}

/** On a terminal the way out stands alone, below the line that it mends. */
function wayOut({ hint }: Located, width: number, paint: Paint): string[] {
  if (hint === undefined) return []
  const word = 'hint:'
  const room = width - margin.length
  const [start = '', ...rest] = wrap(short(hint), room, room - word.length - 1)
  return [`${margin}${paint('cyan', word)} ${start}`.trimEnd(), ...rest.map((line) => margin + line)]
}

function short(text: string): string {
  const masked = maskSecrets(text)
  return visible(masked.length > longestText ? `${masked.slice(0, longestText)}…` : masked)
}

/** The line and the caret below it, cut where the terminal ends; nothing for an empty file. */
function frame({ severity, at }: Located, paint: Paint, width = Number.POSITIVE_INFINITY): string[] {
  const room = width - margin.length
  const before = visible(at.shown.before)
  const marked = fitted(visible(at.shown.marked), room - columns(before))
  const line = before + marked + fitted(visible(at.shown.after), room - columns(before + marked))
  if (line === '') return []
  const number = String(at.line).padStart(5)
  const caret = paint(severityStyle[severity], '^'.repeat(Math.max(1, columns(marked))))
  return [
    `${paint('dim', `${number} |`)} ${line}`,
    `${paint('dim', `${' '.repeat(number.length)} |`)} ${' '.repeat(columns(before))}${caret}`,
  ]
}

/** Further lines, indented to stand below the text of the line that is shown. */
function details({ details: lines = [] }: Located): string[] {
  return lines.map((line) => margin + short(line))
}

/** As much of a text as fits; `…` stands for the rest. */
function fitted(text: string, room: number): string {
  if (columns(text) <= room) return text
  if (room < 1) return ''
  let start = ''
  for (const character of text) {
    if (columns(start + character) >= room) break
    start += character
  }
  return `${start}…`
}

function summary(problems: readonly Located[]): string {
  const count = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length
  const counted = [counting(count('error'), 'error'), counting(count('warning'), 'warning')].filter(Boolean)
  const [file, ...others] = new Set(problems.map((problem) => problem.at.file))
  const where = others.length === 0 ? visible(file ?? '') : `${others.length + 1} files`
  return `${counted.join(', ')} in ${where}`
}

function counting(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
}
