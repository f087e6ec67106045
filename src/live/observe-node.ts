import type { TalosNode } from '../talos/api/node.ts'
import type { Identity } from '../talos/api/probe.ts'
import { listServices } from '../talos/api/services.ts'
import { machineStatus } from '../talos/cosi/kinds.ts'
import { listMachineConfigs } from '../talos/cosi/machine-config.ts'
import { getSingle } from '../talos/cosi/read.ts'
import { changesBetween, type DocumentChange } from '../talos/document/changes.ts'
import { printDocuments } from '../talos/document/print.ts'
import { readDocuments } from '../talos/document/read.ts'
import type { Document, Value } from '../talos/document/value.ts'
import { concealSecrets } from '../talos/render/conceal.ts'
import { UserError } from '../user-error.ts'
import type { ConfigChange, ConfigState, ConfiguredNode, NodeLive } from './live.ts'

/** What a machine is asked, and what it is held against. */
export interface NodeQuestion {
  readonly address: string
  readonly isControlPlane: boolean
  /** The config that the file makes; absent where it cannot be made yet. */
  readonly wanted: readonly Document[] | undefined
  readonly mask: (text: string) => string
}

/** A machine as it was seen, whichever version of Talos it runs. */
export type SeenNode = Exclude<NodeLive, ConfiguredNode> | Omit<ConfiguredNode, 'version'>

/** What a machine is and does, once its certificate has told what answers at its address. */
export async function observeNode(
  state: Identity,
  question: NodeQuestion,
  node: (address: string) => TalosNode,
): Promise<SeenNode> {
  const { address } = question
  switch (state.kind) {
    case 'maintenance':
      return { kind: 'maintenance', address, fingerprint: state.fingerprint }
    case 'foreign':
      return { kind: 'foreign', address, subject: state.certificate.commonName ?? 'no name in its certificate' }
    case 'unreachable':
      return { kind: 'unreachable', address, reason: state.reason.message }
    case 'ours':
      return await observeConfigured(question, node(address))
  }
}

async function observeConfigured(question: NodeQuestion, node: TalosNode): Promise<SeenNode> {
  const { address, isControlPlane, wanted, mask } = question
  try {
    const [status, etcd, config] = await Promise.all([
      getSingle(node, machineStatus, { fresh: true }),
      isControlPlane ? etcdState(node) : undefined,
      wanted === undefined ? undefined : compareConfig(node, wanted, mask),
    ])
    return {
      kind: 'configured',
      address,
      stage: status?.stage ?? 'unknown',
      ready: status?.status.ready ?? false,
      ...(etcd === undefined ? {} : { etcd }),
      ...(config === undefined ? {} : { config }),
    }
  } catch (error) {
    if (error instanceof UserError) return { kind: 'unreachable', address, reason: error.message }
    throw error
  }
}

async function etcdState(node: TalosNode): Promise<string> {
  return (await listServices(node)).find(({ id }) => id === 'etcd')?.state ?? 'absent'
}

/** Compares with what is in force after the next boot, and where that is right with what is in force now. */
async function compareConfig(
  node: TalosNode,
  wanted: readonly Document[],
  mask: (text: string) => string,
): Promise<ConfigState | undefined> {
  const { active, persistent = active } = await listMachineConfigs(node)
  if (persistent === undefined) return undefined
  const text = printDocuments(wanted)
  const changesOf = (held: string) =>
    // A machine keeps the text that it was given, and to read it takes far longer than to write it again.
    held === text ? [] : changesBetween(readDocuments(held), wanted).map((one) => shown(one, mask))
  const changes = changesOf(persistent.text)
  if (changes.length > 0) return { kind: 'differs', changes }
  const left = active === undefined || active.text === persistent.text ? [] : changesOf(active.text)
  return left.length > 0 ? { kind: 'differs', changes: left, staged: true } : { kind: 'same' }
}

function shown({ document, path, from, to }: DocumentChange, mask: (text: string) => string): ConfigChange {
  const text = (value: Value) => {
    // What a machine held before is known to nobody else, so that only its key tells that it is a secret.
    const concealed = concealSecrets(lastKey(path), value, mask)
    return typeof concealed === 'string' ? concealed : mask(JSON.stringify(concealed))
  }
  return {
    document,
    path,
    ...(from === undefined ? {} : { from: text(from) }),
    ...(to === undefined ? {} : { to: text(to) }),
  }
}

/** The key that a value stands under; the items of a list stand under the key of the list. */
const lastKey = (path: string): string => /([^.]*?)(\[\d+\])*$/.exec(path)?.[1] ?? ''
