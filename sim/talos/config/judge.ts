import { Code, ConnectError } from '@connectrpc/connect'
import { type ConfigProblem, formatConfigProblem } from '../../../src/talos/document/problem.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import type { Document } from '../../../src/talos/document/value.ts'
import { validate } from '../../../src/talos/validate/validate.ts'
import { UserError } from '../../../src/user-error.ts'
import type { Node } from '../node.ts'
import { isAtLeast, minorOf } from '../version.ts'

/** What a machine says first about problems of a kind that stop it from reading a config at all. */
const UNREADABLE = new Set(['unknown-key', 'unknown-kind', 'wrong-type', 'too-new'])

/** Reads a config as a machine does: what it cannot read or must not run is refused with everything that is wrong. */
export function judgeConfig(node: Node, text: string): readonly Document[] {
  const isMaintenance = node.state.stage === 'maintenance'
  // Up to 1.12 a machine without a config did not say what kind of error it was.
  const unreadableCode = isMaintenance && !isAtLeast(node, '1.13') ? Code.Unknown : Code.InvalidArgument
  const documents = read(text, unreadableCode)
  const mode = node.state.image?.platform === 'metal' ? 'metal' : 'cloud'
  const problems = validate(documents, { talos: minorOf(node), mode }).filter(({ severity }) => severity === 'error')
  const unreadable = problems.filter(({ code }) => UNREADABLE.has(code))
  if (unreadable.length > 0) throw new ConnectError(decodingText(unreadable), unreadableCode)
  if (problems.length === 0) return documents
  const prefix = isMaintenance ? 'configuration validation failed: ' : ''
  throw new ConnectError(`${prefix}${validationText(problems)}`, Code.InvalidArgument)
}

function read(text: string, code: Code): readonly Document[] {
  try {
    return readDocuments(text)
  } catch (error) {
    if (error instanceof UserError) throw new ConnectError(`failed to parse config: ${error.message}`, code)
    throw error
  }
}

/** Unknown keys are shown where they stand. */
function decodingText(problems: readonly ConfigProblem[]): string {
  const [first] = problems
  const name = first === undefined || first.document === 'v1alpha1' ? '/v1alpha1/' : `v1alpha1/${first.document}`
  const unknown = problems.filter(({ code }) => code === 'unknown-key')
  if (unknown.length === 0)
    return `error decoding document ${name} (line 1): ${problems.map(formatConfigProblem).join('; ')}`
  const keys = unknown.map(({ path }) => path.map((part, depth) => `${'    '.repeat(depth)}${part}:`).join('\n'))
  return `error decoding document ${name} (line 1): unknown keys found during decoding:\n${keys.join('\n')}\n`
}

/** Errors are counted and nested as Go's multierror prints them. */
function validationText(problems: readonly ConfigProblem[]): string {
  const own = problems.map(({ path, message }) => `\t* ${message}${path.length === 0 ? '' : ` (.${path.join('.')})`}`)
  const inner = `${count(problems.length)} occurred:\n${own.join('\n')}\n\n`
  return `1 error occurred:\n\t* v1alpha1.Config: ${inner}\n\n`
}

const count = (number: number): string => (number === 1 ? '1 error' : `${number} errors`)
