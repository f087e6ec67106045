import type { Socket } from 'node:net'
import type { World } from '../../src/world/world.ts'

/** A world as one run of talmox has it, and the end of everything between the two. */
export interface MortalWorld {
  readonly world: World
  /** As the system does it to a process that is killed: what was sent arrives, and nothing more is sent, heard or waited for. */
  readonly cut: () => void
}

/** Lets a run inside of this process come to the end that SIGKILL makes of a process. */
export function mortalWorld({ clock, dial, listen, authorities }: World): MortalWorld {
  let isCut = false
  const endings = new Set<() => void>()
  const never = () => new Promise<never>(() => undefined)
  const owned = (socket: Socket): Socket => {
    const end = () => void socket.on('error', () => undefined).destroy()
    endings.add(end)
    socket.once('close', () => endings.delete(end))
    return socket
  }
  return {
    world: {
      ...(authorities === undefined ? {} : { authorities }),
      clock: {
        now: clock.now,
        after(milliseconds, run) {
          if (isCut) return () => undefined
          const cancel = clock.after(milliseconds, () => {
            endings.delete(cancel)
            run()
          })
          endings.add(cancel)
          return () => {
            endings.delete(cancel)
            cancel()
          }
        },
      },
      async dial(host, port, signal) {
        if (isCut) return await never()
        const socket = await dial(host, port, signal)
        if (!isCut) return owned(socket)
        socket.destroy()
        return await never()
      },
      async listen(address, port, accept) {
        if (isCut) return await never()
        const listening = await listen(address, port, (socket) => (isCut ? socket.destroy() : accept(owned(socket))))
        endings.add(listening.close)
        return listening
      },
    },
    cut() {
      isCut = true
      for (const end of endings) end()
      endings.clear()
    },
  }
}
