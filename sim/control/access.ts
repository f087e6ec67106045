import { certificateOf, fingerprintOf } from '../proxmox/http/certificate.ts'
import { TOKEN_ID } from '../world/cluster/world-for.ts'
import type { Host } from '../world/host.ts'
import { webAuthorityOf } from '../world/web-authority.ts'
import type { World } from '../world/world.ts'

/** How the Proxmox of a world is reached, and the secrets that it takes. */
export interface Access {
  readonly endpoints: readonly { readonly url: string; readonly host: string; readonly fingerprint: string }[]
  /** An API token, where the world has one. */
  readonly token: string | undefined
  /** The password of root@pam, where it has one. */
  readonly password: string | undefined
  /** The PEM certificate of the authority behind the web sites of the world. */
  readonly webAuthority: string
}

/** Tells how a world is reached: at the endpoints that its hosts are given, else at their addresses. */
export async function accessOf(world: World): Promise<Access> {
  const asked = world.hosts.filter(({ endpoints = [] }) => endpoints.length > 0)
  const hosts = asked.length > 0 ? asked : world.hosts.slice(0, 1)
  return {
    endpoints: (await Promise.all(hosts.map(endpointsOf))).flat(),
    token: tokenOf(world),
    password: world.access.users.find(({ userid }) => userid === 'root@pam')?.password,
    webAuthority: (await webAuthorityOf(world)).crt,
  }
}

async function endpointsOf(host: Host): Promise<Access['endpoints']> {
  await certificateOf(host)
  const fingerprint = fingerprintOf(host) ?? ''
  const { endpoints = [] } = host
  const at = endpoints.length > 0 ? endpoints : [{ name: host.ip, port: 8006 }]
  return at.map(({ name, port }) => ({ url: `https://${inUrl(name)}:${port}`, host: host.name, fingerprint }))
}

const inUrl = (name: string): string => (name.includes(':') ? `[${name}]` : name)

/** The token that the world was given for the cluster, else the first there is. */
function tokenOf({ access }: World): string | undefined {
  const all = access.users.flatMap(({ userid, tokens }) =>
    tokens.map(({ tokenid, secret }) => ({ id: `${userid}!${tokenid}`, secret })),
  )
  const found = all.find(({ id }) => id === TOKEN_ID) ?? all[0]
  return found && `${found.id}=${found.secret}`
}
