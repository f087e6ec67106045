import { Code, ConnectError } from '@connectrpc/connect'
import { talosMinors } from '../../../src/resolve/versions.ts'
import { rootOf } from '../../../src/talos/document/identity.ts'
import { type ConfigProblem, formatConfigProblem } from '../../../src/talos/document/problem.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { at, type Document, textAt } from '../../../src/talos/document/value.ts'
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
  if (unreadable.length > 0) throw new ConnectError(decodingText(documents, unreadable), unreadableCode)
  const trouble = [...problems.map(lineOf), ...versionTrouble(node, documents)]
  if (trouble.length === 0) return documents
  const prefix = isMaintenance ? 'configuration validation failed: ' : ''
  throw new ConnectError(`${prefix}${validationText(trouble)}`, Code.InvalidArgument)
}

function read(text: string, code: Code): readonly Document[] {
  try {
    return readDocuments(text)
  } catch (error) {
    if (error instanceof UserError) throw new ConnectError(`decode error: yaml: ${error.message}`, code)
    throw error
  }
}

/** Unknown keys are shown where they stand. */
function decodingText(documents: readonly Document[], problems: readonly ConfigProblem[]): string {
  const [first] = problems
  const name = first === undefined || first.document === 'v1alpha1' ? '/v1alpha1/' : `v1alpha1/${first.document}`
  const unknown = problems.filter(({ code }) => code === 'unknown-key')
  if (unknown.length === 0)
    return `error decoding document ${name} (line 1): ${problems.map(formatConfigProblem).join('; ')}`
  const keys = unknown.map(({ document, path }) => {
    const value = document === 'v1alpha1' ? at(rootOf(documents), ...path.map(String)) : undefined
    const shown = value === undefined || typeof value === 'object' ? '' : ` ${String(value)}`
    return `${path.map((part, depth) => `${'    '.repeat(depth)}${part}:`).join('\n')}${shown}`
  })
  return `error decoding document ${name} (line 1): unknown keys found during decoding:\n${keys.join('\n')}\n`
}

const lineOf = ({ path, message }: ConfigProblem): string =>
  `${message}${path.length === 0 ? '' : ` (.${path.join('.')})`}`

/** A machine takes no Kubernetes that its Talos was not made for. */
function versionTrouble(node: Node, documents: readonly Document[]): readonly string[] {
  const talos = node.state.image?.version.replace(/^v/, '') ?? ''
  const range = talosMinors[Number(talos.split('.')[1])]
  const root = rootOf(documents)
  return IMAGES.flatMap(({ name, path }) => {
    const version = /:v?(\d+\.(\d+)\.\d+)/.exec(textAt(root, ...path, 'image') ?? '')
    if (version === null || range === undefined) return []
    const minor = Number(version[2])
    const word = minor > range.newest ? 'new' : minor < range.oldest ? 'old' : undefined
    if (word === undefined) return []
    return [
      `${name} image is not valid: version of Kubernetes ${version[1]} is too ${word} to be used with Talos ${talos}`,
    ]
  })
}

const IMAGES = [
  { name: 'kubelet', path: ['machine', 'kubelet'] },
  { name: 'kube-apiserver', path: ['cluster', 'apiServer'] },
  { name: 'kube-controller-manager', path: ['cluster', 'controllerManager'] },
  { name: 'kube-scheduler', path: ['cluster', 'scheduler'] },
] as const

/** Errors are counted and nested as Go's multierror prints them. */
function validationText(lines: readonly string[]): string {
  const inner = `${count(lines.length)} occurred:\n${lines.map((line) => `\t* ${line}`).join('\n')}\n\n`
  return `1 error occurred:\n\t* v1alpha1.Config: ${inner}\n\n`
}

const count = (number: number): string => (number === 1 ? '1 error' : `${number} errors`)
