import type { Value } from '../../../src/talos/document/value.ts'
import type { Node } from '../node.ts'

/** A kind of resource, and where its content comes from. */
export interface ResourceKind {
  /** Such as `Members.cluster.talos.dev`. */
  readonly type: string
  /** The controller that keeps it, where the resource itself does not say. */
  readonly owner: string
  readonly list: (node: Node) => readonly ResourceContent[]
}

/** A resource of a machine. */
export interface ResourceContent {
  readonly id: string
  readonly spec: Value
  /** Its binary form, where somebody reads that. */
  readonly proto?: Uint8Array
  /** How often it has changed, where the machine itself counts. */
  readonly version?: number
  readonly owner?: string
  readonly annotations?: Readonly<Record<string, string>>
  readonly labels?: Readonly<Record<string, string>>
}

/** The one resource of a kind. */
export const single = (id: string, spec: Value): readonly ResourceContent[] => [{ id, spec }]
