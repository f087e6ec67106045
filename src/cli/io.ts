import type { World } from '../world/world.ts'

/** One of the two streams that a command writes to. */
export interface Sink {
  readonly write: (text: string) => void
  readonly isTTY: boolean
  /** Width of the terminal; nothing when it is not one. */
  readonly columns: number | undefined
}

/** Everything a command knows of the process it runs in, so that a test can be the process. */
export interface Io {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The version of talmox. */
  readonly version: string
  /** The time and the network; those of this machine unless it says otherwise. */
  readonly world?: World
  /** Asks a person a question and brings the answer; without it there is nobody to ask. */
  readonly ask?: (question: string) => Promise<string>
  /** Resolves when a person wants the program to end; without it nobody can. */
  readonly interrupted?: () => Promise<void>
}
