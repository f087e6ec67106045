import type { Session } from '../command.ts'
import { exitCodes } from '../exit-code.ts'

/** The two ways in which a person can end a run. */
export interface Stopping {
  /** After the first Ctrl-C: nothing more begins. */
  readonly stop: AbortSignal
  /** After the second: everything ends now. */
  readonly abort: AbortSignal
}

/** Listens for Ctrl-C: once to stop cleanly, twice to stop now. */
export function listenForStop({ io, err }: Session): Stopping {
  const [stop, abort] = [new AbortController(), new AbortController()]
  const listen = async () => {
    if (io.interrupted === undefined) return
    await io.interrupted()
    // Listened for before anybody can know to press again: a signal that nobody listens for ends the process as it is.
    const again = io.interrupted()
    err.print('\nstopping: what runs comes to its end; press Ctrl-C again to stop now\n')
    stop.abort(new Error('stopped'))
    await again
    const third = io.interrupted()
    abort.abort(new Error('stopped at once'))
    // Whoever asks a third time does not want to wait for connections to give up either.
    await third
    io.exit?.(exitCodes.interrupted)
  }
  void listen()
  return { stop: stop.signal, abort: abort.signal }
}
