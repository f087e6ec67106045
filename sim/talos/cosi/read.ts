import { createHash } from 'node:crypto'
import { printValue } from '../../../src/talos/document/print.ts'
import type { Node } from '../node.ts'
import type { DescribedKind } from './kinds.ts'

/** A resource as a machine shows it. */
export interface SeenResource {
  readonly kind: DescribedKind
  readonly id: string
  readonly version: number
  /** The controller that keeps it. */
  readonly owner: string
  /** Simulated milliseconds since the epoch. */
  readonly created: number
  readonly updated: number
  readonly yaml: string
  readonly proto: Uint8Array
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

/** Looks at all resources of a kind; those that have changed since anybody last looked get a new version. */
export function readResources(node: Node, kind: DescribedKind): readonly SeenResource[] {
  return kind
    .list(node)
    .map(({ id, spec, proto, version, owner = kind.owner, labels = {}, annotations = {} }) => {
      const yaml = printValue(spec)
      const record = recordOf(node, `${kind.type}/${id}`, yaml)
      return {
        kind,
        id,
        owner,
        yaml,
        proto: proto ?? new Uint8Array(),
        labels,
        annotations,
        ...record,
        version: version ?? record.version,
      }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

function recordOf({ state, talos }: Node, key: string, yaml: string) {
  const digest = createHash('sha256').update(yaml).digest('base64').slice(0, 16)
  const known = state.resources[key]
  if (known?.digest === digest) return known
  const now = talos.clock.now()
  const record = { version: (known?.version ?? 0) + 1, created: known?.created ?? now, updated: now, digest }
  state.resources[key] = record
  return record
}
