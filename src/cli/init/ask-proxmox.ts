import { mapBounded } from '../../live/bounded.ts'
import { observeProxmox } from '../../proxmox/observe/observe.ts'
import { readBridges } from '../../proxmox/observe/parts.ts'
import type { Desired } from '../../resolve/desired.ts'
import { UserError } from '../../user-error.ts'
import type { Session } from '../command.ts'
import { connectProxmox } from '../connect-proxmox.ts'
import type { Choices } from './choices.ts'
import { type Found, foundIn } from './found.ts'
import { items } from './network-choices.ts'

/** What a Proxmox has, or why it could not be asked; nothing where nobody has said where it is. */
export async function askProxmox(
  choices: Choices,
  session: Session,
): Promise<{ readonly found: Found } | { readonly unasked: UserError } | undefined> {
  const { TALMOX_PROXMOX_ENDPOINT: ours, PROXMOX_VE_ENDPOINT: common } = session.io.env
  const endpoint = choices.endpoint ?? (ours || common)
  if (endpoint === undefined || endpoint === '') return undefined
  const proxmox: Desired['proxmox'] = {
    endpoints: items(endpoint),
    tls: choices.fingerprint === undefined ? {} : { fingerprint: items(choices.fingerprint) },
    credentials: { type: 'token', username: undefined, from: { env: 'PROXMOX_VE_API_TOKEN' }, totp: undefined },
    hosts: [],
    pool: undefined,
  }
  try {
    return { found: await look(proxmox, endpoint, session) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { unasked: error }
  }
}

async function look(proxmox: Desired['proxmox'], endpoint: string, session: Session): Promise<Found> {
  const { client } = await connectProxmox(proxmox, 'cluster.yaml', session)
  try {
    const observed = await observeProxmox(client, { cluster: '', machines: [], mappings: true })
    const up = observed.hosts.filter(({ unreachable }) => unreachable === undefined).map(({ name }) => name)
    const bridges = (await mapBounded(up, 8, (host) => readBridges(client, host, {}))).flat()
    return foundIn(endpoint, { ...observed, bridges })
  } finally {
    client.close()
  }
}
