import { cpSync } from 'node:fs'
import path from 'node:path'
import type { RunningWorld } from '../../sim/start.ts'
import { defaultTiming, quicker } from '../../sim/talos/timing.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import type { Home } from '../../src/run/home/home.ts'
import { change, type Edit } from '../life/stage.ts'
import { root } from '../shared-data.ts'
import type { Ended, KillPoint } from './cli-process.ts'
import { newFolder } from './files.ts'

/** Machines that are ten times as quick, so that talmox's own limits stay long beside what a busy computer takes. */
export const quick = quicker(defaultTiming, 10)

/** A cluster file in a folder of its own, a simulated datacenter in which it fits, and talmox working on both. */
export interface Field {
  readonly running: RunningWorld
  readonly folder: string
  readonly home: Home
  /** The cluster as its file has it now. */
  readonly desired: () => Promise<Desired>
  /** Runs talmox on the cluster file; it may be killed. */
  readonly run: (args: readonly string[], killAt?: KillPoint) => Promise<Ended>
  /** Runs it undisturbed, to learn at which events it may be killed. */
  readonly rehearse: (args: readonly string[]) => Promise<Rehearsal>
  readonly edit: (edit: Edit) => void
  /** Ends the datacenter, and keeps everything to be gone on with. */
  readonly leave: () => Left
  readonly close: () => void
}

/** A run that nobody disturbed. */
export interface Rehearsal {
  readonly ended: Ended
  /** What each line of the journal says, such as `ended vm.create`, and each request that changes something. */
  readonly events: readonly string[]
  /** What a kill at a point would have left, where that is known without doing it. */
  readonly leftAt: (point: KillPoint) => Promise<Field> | undefined
  readonly discard: () => void
}

/** A field that was left. */
export interface Left {
  /** Goes on with a copy, any number of times; `end` is what its journal has beyond it. */
  readonly copy: (end?: string) => Promise<Field>
  readonly discard: () => void
}

/** Opens a field for an example; `given` changes its file before anything is made of it. */
export type OpenField = (
  example: string,
  options: {
    readonly given?: Edit | undefined
    /** It is going to be left. */
    readonly keep?: boolean
  },
) => Promise<Field>

/** An example with all that it names, in a new folder. */
export function folderOf(example: string, given: Edit | undefined): string {
  const folder = newFolder()
  cpSync(path.join(root, 'examples', `${example}.yaml`), fileIn(folder))
  cpSync(path.join(root, 'examples', 'patches'), path.join(folder, 'patches'), { recursive: true })
  if (given !== undefined) change(fileIn(folder), given)
  return folder
}

/** A copy of a folder. */
export function copyOf(folder: string): string {
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true })
  return copy
}

export const fileIn = (folder: string): string => path.join(folder, 'cluster.yaml')
