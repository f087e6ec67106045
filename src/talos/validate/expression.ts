/** Names that mean something in an expression about disks or volumes, and in one about links. */
const vocabulary = {
  disk: ['disk', 'system_disk', 'volume', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'],
  link: ['link', 'mac', 'glob'],
} as const

const everywhere = [
  ...['true', 'false', 'null', 'in', 'size', 'has', 'int', 'uint', 'double', 'string', 'bytes', 'bool', 'type', 'glob'],
  ...['duration', 'timestamp', 'dyn'],
]

const token =
  /\s+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+(?:\.\d+)?(?:e[+-]?\d+)?u?|[A-Za-z_]\w*|&&|\|\||[=!<>]=|[-+*/%!<>?:,.()[\]{}]/gy

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const isOperand = (text: string): boolean => /^[\w"']/.test(text)

function tokens(expression: string): string[] | undefined {
  const found = [...expression.matchAll(token)].map(([text]) => text)
  return found.join('') === expression ? found.filter((text) => text.trim() !== '') : undefined
}

function bracketProblem(found: readonly string[]): string | undefined {
  const open: string[] = []
  for (const text of found) {
    const closer = closers[text]
    if (closer !== undefined) open.push(closer)
    else if (/^[)\]}]$/.test(text) && open.pop() !== text) return `${text} closes nothing`
  }
  return open.length === 0 ? undefined : `${open.at(-1)} is missing`
}

/** Two values must have an operator between them, and no operator may stand at the end or before a closing bracket. */
function orderProblem(found: readonly string[]): string | undefined {
  for (const [index, text] of found.entries()) {
    const next = found[index + 1]
    const wordOperator = text === 'in' || next === 'in'
    if (next !== undefined && isOperand(text) && isOperand(next) && !wordOperator)
      return `an operator is missing before ${next}`
    if (text === '.' && !/^[A-Za-z_]/.test(next ?? '')) return 'a name is missing after .'
    const isOpenEnd = /^(?:&&|\|\||[=!<>]=|[-+*/%!<>?:,.])$/.test(text)
    if (isOpenEnd && (next === undefined || /^[)\]},]$/.test(next))) return `something is missing after ${text}`
  }
  return undefined
}

function nameProblem(found: readonly string[], about: keyof typeof vocabulary): string | undefined {
  const known: readonly string[] = [...vocabulary[about], ...everywhere]
  const unknown = found.find(
    (text, index) => /^[A-Za-z_]/.test(text) && found[index - 1] !== '.' && !known.includes(text),
  )
  return unknown === undefined ? undefined : `${unknown} means nothing here`
}

/** Says what is wrong with a CEL expression that picks disks or links; it is read, not evaluated. */
export function expressionProblem(expression: string, about: keyof typeof vocabulary): string | undefined {
  const found = tokens(expression)
  if (found === undefined) return 'the expression has a character that cannot be read'
  if (found.length === 0) return 'the expression is empty'
  return bracketProblem(found) ?? orderProblem(found) ?? nameProblem(found, about)
}
