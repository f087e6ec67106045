import path from 'node:path'
import { createClient, type ProxmoxClient } from '../proxmox/client/client.ts'
import { readConnection } from '../proxmox/credentials/connection.ts'
import type { Desired } from '../resolve/desired.ts'
import type { Log } from '../world/log.ts'
import { createRedaction, type Redaction } from '../world/redaction.ts'
import type { Session } from './command.ts'
import { logTo } from './log-to.ts'

/** A client of the Proxmox that a cluster file and the environment name; whoever asked for it closes it. */
export interface Connected {
  readonly client: ProxmoxClient
  /** Knows every secret that the client holds. */
  readonly redaction: Redaction
  /** Where whoever works with these secrets says what it does. */
  readonly log: Log
  /** Who asks: a user, or a user and a token. */
  readonly user: string
}

/** Finds out how to reach Proxmox and makes a client; nothing is sent before its first call. */
export async function connectProxmox(
  proxmox: Desired['proxmox'],
  file: string,
  { io, err, world }: Session,
  verbose = false,
): Promise<Connected> {
  const redaction = createRedaction()
  const log = logTo(err, redaction, verbose)
  const folder = path.resolve(io.cwd, path.dirname(file))
  const connection = await readConnection(proxmox, { env: io.env, folder, log })
  const { login } = connection
  return {
    client: createClient(connection, { ...world, log, redaction, random: Math.random }),
    redaction,
    log,
    user: login.kind === 'token' ? login.token.replace(/=.*$/, '') : login.username,
  }
}
