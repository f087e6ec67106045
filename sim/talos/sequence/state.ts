import type { SequenceName } from './sequences.ts'

/** How far a machine is in something that it does step by step. */
export interface SequenceState {
  readonly name: SequenceName
  /** The call that started it; empty for what starts by itself. */
  readonly actor: string
  phase: number
  /** Tasks of the phase that have not ended. */
  open: string[]
  /** What the call asked for. */
  readonly wish: SequenceWish
}

/** What the one who started a sequence wants of it. */
export interface SequenceWish {
  readonly graceful?: boolean
  /** Boot through the firmware, not by the kernel alone. */
  readonly powercycle?: boolean
  /** What follows: the machine boots again, or stays off. */
  readonly afterwards?: 'reboot' | 'halt'
  /** Partitions of the system disk to wipe; the whole disk where none is named. */
  readonly partitions?: readonly string[]
  readonly wipe?: 'all' | 'system-disk' | 'user-disks' | undefined
  readonly userDisks?: readonly string[]
  /** The installer image of an upgrade. */
  readonly image?: string
}
