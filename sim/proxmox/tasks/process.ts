import { AsyncLocalStorage } from 'node:async_hooks'

/** A worker process as the system sees it: what it holds goes back when it is gone. */
export interface WorkerProcess {
  /** Gives back one lock each. */
  readonly held: Set<() => void>
  gone: boolean
}

const processes = new AsyncLocalStorage<WorkerProcess>()

/** Runs something as a process. */
export const runAs = <T>(process: WorkerProcess, run: () => T): T => processes.run(process, run)

/** The process that the caller runs in; undefined in the daemon itself. */
export const currentProcess = (): WorkerProcess | undefined => processes.getStore()
