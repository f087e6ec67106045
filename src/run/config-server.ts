import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConfigServer } from '../actions/tools.ts'
import { inUrl } from '../net/in-url.ts'
import { SEED_PATH } from '../proxmox/hardware/seed-url.ts'
import type { Desired } from '../resolve/desired.ts'
import type { NocloudSeed } from '../talos/from-desired/nocloud.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import { UserError } from '../user-error.ts'
import type { Listen, Listening } from '../world/listen.ts'
import type { Redaction } from '../world/redaction.ts'

/** What serving configs takes. */
export interface ConfigServerOptions {
  readonly listen: Listen
  readonly at: Desired['talos']['configServer']
  readonly secrets: () => Promise<SecretsBundle | undefined>
  readonly redaction: Redaction
}

/** What one machine may fetch. */
interface Offered {
  readonly seed: NocloudSeed
  isFetched: boolean
}

const LONGEST_SILENCE_MS = 30_000
const LONGEST_CONNECTION_MS = 120_000
const MOST_CONNECTIONS = 256

/** The files of a machine, as Talos asks for them. */
const FILES: Readonly<Record<string, (seed: NocloudSeed) => string>> = {
  'user-data': ({ userData }) => userData,
  'meta-data': ({ metaData }) => metaData,
  'network-config': ({ networkConfig }) => networkConfig,
}

/** Serves configs to those who know the path of their machine; it listens from the first one until the run ends. */
export function openConfigServer(options: ConfigServerOptions): ConfigServer & { readonly close: () => void } {
  const offered = new Map<string, Offered>()
  const fetched = new Set<string>()
  const paths = new Map<string, string>()
  const server = createServer((asked, answer) => respond(offered, asked, answer)).setTimeout(LONGEST_SILENCE_MS)
  const guests = admit((socket) => server.emit('connection', socket))
  let listening: Promise<Listening> | undefined
  return {
    async offer({ uuid, name }, seed) {
      if (options.at === undefined) throw new Error(`${name} fetches its config, and the file does not say where`)
      const path = await pathOf(options, uuid)
      offered.set(path, { seed, isFetched: false })
      paths.set(uuid, path)
      listening ??= begin(options.listen, options.at, guests.accept)
      await listening.catch((error: unknown) => {
        listening = undefined
        throw error
      })
      return `${origin(options.at)}${path}`
    },
    withdraw(uuid) {
      const path = paths.get(uuid) ?? ''
      if (offered.get(path)?.isFetched === true) fetched.add(uuid)
      offered.delete(path)
    },
    wasFetched: (uuid) => fetched.has(uuid) || offered.get(paths.get(uuid) ?? '')?.isFetched === true,
    close() {
      offered.clear()
      guests.close()
      // One that could not be opened has told so when it was needed.
      listening?.then((open) => open.close()).catch(() => undefined)
    },
  }
}

/**
 * Lets connections in, and hangs up on those that are too many, stay too long, or are there at the end. A server of Node
 * does so only with connections that it listened for by itself.
 */
function admit(serve: (socket: Socket) => void): {
  readonly accept: (socket: Socket) => void
  readonly close: () => void
} {
  const open = new Set<Socket>()
  return {
    accept(socket) {
      if (open.size >= MOST_CONNECTIONS) return void socket.destroy()
      const late = setTimeout(() => socket.destroy(), LONGEST_CONNECTION_MS)
      open.add(socket)
      socket.once('close', () => {
        clearTimeout(late)
        open.delete(socket)
      })
      serve(socket)
    },
    close() {
      for (const socket of open) socket.destroy()
    },
  }
}

/** Nobody can guess the path of a machine, and another run of the same cluster has the same: the machine knows it. */
async function pathOf({ secrets, redaction }: ConfigServerOptions, uuid: string): Promise<string> {
  const bundle = await secrets()
  if (bundle === undefined) throw new Error('the secrets were not made before they were needed')
  const key = Buffer.from(bundle.cluster.secret, 'base64')
  const word = createHmac('sha256', key).update(`config of ${uuid}`).digest('base64url')
  redaction.add([word])
  return `${SEED_PATH}${word}/`
}

const origin = ({ address, port }: NonNullable<ConfigServerOptions['at']>): string => `http://${inUrl(address)}:${port}`

async function begin(
  listen: Listen,
  { address, port }: NonNullable<ConfigServerOptions['at']>,
  accept: Parameters<Listen>[2],
): Promise<Listening> {
  try {
    return await listen(address, port, accept)
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
    throw new UserError('config-server', `${address} port ${port} cannot be listened on for machines: ${why}`, {
      hint: 'talos.configServer has to name an address of this computer and a port that is free',
      cause,
    })
  }
}

function respond(offered: ReadonlyMap<string, Offered>, asked: IncomingMessage, answer: ServerResponse): void {
  const [, path = '', name = ''] = /^(.*\/)([^/]*)$/.exec(asked.url ?? '') ?? []
  const found = offered.get(path)
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined
  const headers = { 'Cache-Control': 'no-store', Connection: 'close' }
  if (asked.method !== 'GET' || found === undefined || file === undefined) {
    answer.writeHead(404, headers).end()
    return
  }
  if (name === 'user-data') found.isFetched = true
  answer.writeHead(200, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }).end(file(found.seed))
}
