import { createContextKey } from '@connectrpc/connect'
import type { Node } from '../node.ts'

/** Who is at the other end of a connection, and which machine they are connected to. */
export interface Caller {
  readonly node: Node
  readonly roles: readonly string[]
  /** Whether the machine has no config, and so cannot know who calls. */
  readonly isMaintenance: boolean
}

/** The caller of a call. */
export const CALLER = createContextKey<Caller | undefined>(undefined, { description: 'caller' })

/** The machine that answers a call; another one than the caller's where it was passed on. */
export const TARGET = createContextKey<Node | undefined>(undefined, { description: 'target' })
