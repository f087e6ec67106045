import { once } from 'node:events'
import { createServer } from 'node:net'
import { UserError } from '../src/user-error.ts'
import { type Beginning, begin } from './begin.ts'
import { type Access, accessOf } from './control/access.ts'
import { type Control, openControl } from './control/control.ts'
import { recordTo } from './control/record.ts'
import { boundNetwork, isLoopback } from './network/bound.ts'
import { type RunningWorld, startWorld } from './start.ts'
import { openStore } from './store/store.ts'
import type { Timing } from './talos/timing.ts'

/** How a world is served. */
export interface ServeOptions {
  readonly beginning: Beginning
  readonly speed: number
  /** The file that it is kept in; nowhere when absent. */
  readonly state?: string | undefined
  /** The program that keeps it, with its version. */
  readonly writer?: string
  /** The file to which every request is written. */
  readonly record?: string | undefined
  /** Where the API of the first host listens for programs that know nothing of the world's addresses. */
  readonly listen: { readonly address: string; readonly port: number }
  readonly control: number
  /** How long machines take for what they do; as genuine ones unless told. */
  readonly timing?: Timing
  /** Told what goes wrong while it runs. */
  readonly warn: (message: string) => void
}

/** A world that other programs can reach. */
export interface Served {
  readonly running: RunningWorld
  readonly control: Control
  /** Where any program finds the API of the first host. */
  readonly url: string
  readonly access: Access
  readonly isNew: boolean
  readonly close: () => void
}

/** Serves a world until it is closed: its loopback addresses as they are, all others through the control endpoint. */
export async function serveWorld(options: ServeOptions): Promise<Served> {
  const kept = options.state === undefined ? undefined : await openStore(options.state, options.writer)
  const { speed, warn } = options
  const world = kept?.world ?? begin(options.beginning, Date.now())
  const running = startWorld({
    world,
    speed,
    timing: options.timing,
    network: (clock) => boundNetwork(clock, warn),
    ...(kept === undefined ? {} : { kept }),
  })
  const closing: (() => void)[] = [running.stop]
  const close = () => {
    for (const each of closing.splice(0).reverse()) each()
  }
  try {
    if (options.record !== undefined) recordTo(options.record, running)
    const control = await openControl(running, options.control)
    closing.push(control.close)
    const front = await openFront(running, options.listen)
    closing.push(front.close)
    return { running, control, url: front.url, access: await accessOf(world), isNew: kept?.world === undefined, close }
  } catch (error) {
    close()
    throw error
  }
}

async function openFront(
  { world, connect }: RunningWorld,
  at: { readonly address: string; readonly port: number },
): Promise<{ readonly url: string; readonly close: () => void }> {
  const [host] = world.hosts
  if (host === undefined) throw new Error('a world without hosts')
  // Who has a loopback address is already where any program finds it.
  if (isLoopback(host.ip) && at.port === 0) return { url: `https://${host.ip}:8006`, close: () => {} }
  const server = createServer({ noDelay: true }, (socket) => connect(host.name, socket))
  server.listen(at.port, at.address)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new UserError('listen', `${at.address}:${at.port} cannot be listened on`, {
      hint: 'choose another address with --listen',
      cause,
    })
  }
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : at.port
  return { url: `https://${at.address}:${port}`, close: () => server.close() }
}
