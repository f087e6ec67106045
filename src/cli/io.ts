import type { World } from '../world/world.ts'

/** How much fits on a terminal. */
export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** What a stream can do that is a terminal; listening ends by calling the result. */
export interface Terminal {
  readonly size: () => TerminalSize
  readonly onResize: (listener: () => void) => () => void
  /** Hears of Ctrl-Z in time to write something, and of going on after it. */
  readonly onSuspend: (leave: () => void, back: () => void) => () => void
  /** Hears of the end of the program, in time to write something. */
  readonly onExit: (listener: () => void) => () => void
}

/** One of the two streams that a command writes to. */
export interface Sink {
  readonly write: (text: string) => void
  readonly isTTY: boolean
  /** Width of the terminal; nothing when it is not one. */
  readonly columns: number | undefined
  readonly terminal?: Terminal
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
  /** Asks a person a question and brings the answer, nothing when they broke off; without it there is nobody to ask. */
  readonly ask?: (question: string) => Promise<string | undefined>
  /** Resolves when a person wants the program to end; without it nobody can. */
  readonly interrupted?: () => Promise<void>
  /** Ends the program at once, whatever is under way. */
  readonly exit?: (code: number) => void
}
