import path from 'node:path'
import type { Desired } from '../../resolve/desired.ts'
import { UserError } from '../../user-error.ts'
import { type Endpoint, parseEndpoint } from '../client/connect.ts'
import { readTrust, type Trust } from '../client/trust.ts'
import { readFlag } from '../decode.ts'
import { type Login, parseToken } from './login.ts'
import { readSecret, type SecretPlaces, sourceName } from './secret-source.ts'

/** Everything needed to talk to Proxmox. */
export interface Connection {
  readonly endpoints: readonly [Endpoint, ...Endpoint[]]
  readonly trust: Trust
  readonly login: Login
}

type Environment = SecretPlaces['env']

// Ours come before the cluster file; those that users of the Terraform provider have fill in what the file leaves out.
const OURS = 'TALMOX_PROXMOX_'
const COMMON = 'PROXMOX_VE_'

const set = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined

/** Puts together how to reach Proxmox from the cluster file and the environment, and reads the secrets. */
export async function readConnection(proxmox: Desired['proxmox'], places: SecretPlaces): Promise<Connection> {
  const { caFile } = proxmox.tls
  const insecure =
    proxmox.tls.insecure ?? readFlag(set(places.env, `${OURS}INSECURE`) ?? set(places.env, `${COMMON}INSECURE`))
  const tls = {
    ...proxmox.tls,
    insecure,
    caFile: caFile === undefined ? undefined : path.resolve(places.folder, caFile),
  }
  return {
    endpoints: readEndpoints(proxmox.endpoints, places.env),
    trust: await readTrust(tls, places.env),
    login: await readLogin(proxmox.credentials, places),
  }
}

function readEndpoints(written: readonly string[], env: Environment): readonly [Endpoint, ...Endpoint[]] {
  const ours = set(env, `${OURS}ENDPOINT`)
  const common = set(env, `${COMMON}ENDPOINT`)
  const texts = ours?.split(',') ?? (written.length > 0 ? written : (common?.split(',') ?? []))
  const [first, ...others] = texts.map((text) => endpointOf(text.trim()))
  if (first !== undefined) return [first, ...others]
  throw new UserError('proxmox-endpoint', 'the address of Proxmox is not known', {
    hint: 'write it to `proxmox.endpoint` or set PROXMOX_VE_ENDPOINT, such as https://pve1.lan:8006',
  })
}

function endpointOf(text: string): Endpoint {
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return parseEndpoint(text)
  throw new UserError('proxmox-endpoint', `${text} is not the address of a Proxmox host`, {
    hint: 'write it as https://pve1.lan:8006',
  })
}

async function readLogin(credentials: Desired['proxmox']['credentials'], places: SecretPlaces): Promise<Login> {
  const { env } = places
  const { type, from, totp } = credentials
  const totpCode = totp === undefined ? undefined : () => readSecret(totp, 'the one-time code', places)
  const byPassword = (username: string, password: string): Login => ({
    kind: 'password',
    username,
    password,
    totp: totpCode,
  })
  const tokenOf = (name: string, value: string) => parseToken(value, `the environment variable ${name}`)

  const ourToken = set(env, `${OURS}API_TOKEN`)
  if (ourToken !== undefined) return tokenOf(`${OURS}API_TOKEN`, ourToken)
  const ourPair = userAndPassword(env, OURS)
  if (ourPair !== undefined) return byPassword(...ourPair)

  const isUnset = from.env === `${COMMON}API_TOKEN` && set(env, from.env) === undefined
  const commonPair = userAndPassword(env, COMMON)
  if (type === 'token' && isUnset && commonPair !== undefined) return byPassword(...commonPair)
  if (type === 'token') return parseToken(await readSecret(from, 'the API token', places), sourceName(from))

  const username = credentials.username ?? set(env, `${COMMON}USERNAME`)
  if (username === undefined) {
    throw new UserError('proxmox-username', 'the user to log in to Proxmox as is not known', {
      hint: 'write it to `proxmox.credentials.username` or set PROXMOX_VE_USERNAME, such as root@pam',
    })
  }
  // The default source is that of a token, which is never meant for a password.
  const source = from.env === `${COMMON}API_TOKEN` ? { env: `${COMMON}PASSWORD` } : from
  return byPassword(username, await readSecret(source, `the password of ${username}`, places))
}

function userAndPassword(env: Environment, prefix: string): [string, string] | undefined {
  const username = set(env, `${prefix}USERNAME`)
  const password = env[`${prefix}PASSWORD`]
  return username === undefined || password === undefined ? undefined : [username, password]
}
