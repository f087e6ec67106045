import { Code, ConnectError } from '@connectrpc/connect'
import { talosMinors } from '../../../src/resolve/versions.ts'
import { rootOf } from '../../../src/talos/document/identity.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { type Document, textAt } from '../../../src/talos/document/value.ts'
import { validate } from '../../../src/talos/validate/validate.ts'
import { UserError } from '../../../src/user-error.ts'
import type { Node } from '../node.ts'
import { isAtLeast, minorOf } from '../version.ts'
import { refusalText } from './refusal.ts'
import { unreadableText } from './unreadable.ts'

/** What a machine judges a config by: the Talos it runs, and whether it has a config already. */
export interface Judge {
  readonly state: Pick<Node['state'], 'stage' | 'image'>
}

/** Reads a config as a machine does: what it cannot read or must not run is refused with everything that is wrong. */
export function judgeConfig(node: Judge, text: string): readonly Document[] {
  const isMaintenance = node.state.stage === 'maintenance'
  // Up to 1.12 a machine without a config did not say what kind of error it was.
  const unreadableCode = isMaintenance && !isAtLeast(node, '1.13') ? Code.Unknown : Code.InvalidArgument
  const documents = read(text, unreadableCode)
  const mode = node.state.image?.platform === 'metal' ? 'metal' : 'cloud'
  const problems = validate(documents, { talos: minorOf(node), mode }).filter(({ severity }) => severity === 'error')
  const unreadable = unreadableText(text, documents, problems)
  if (unreadable !== undefined) throw new ConnectError(unreadable, unreadableCode)
  const trouble = versionTrouble(node, documents)
  if (problems.length + trouble.length === 0) return documents
  const prefix = isMaintenance ? 'configuration validation failed: ' : ''
  throw new ConnectError(`${prefix}${refusalText(documents, problems, trouble, minorOf(node))}`, Code.InvalidArgument)
}

function read(text: string, code: Code): readonly Document[] {
  try {
    return readDocuments(text)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const isNone = error.code === 'talos-yaml-document'
    throw new ConnectError(isNone ? 'expected a YAML document at line 1' : `decode error: yaml: ${error.message}`, code)
  }
}

/** A machine takes no Kubernetes that its Talos was not made for. */
function versionTrouble(node: Judge, documents: readonly Document[]): readonly string[] {
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
