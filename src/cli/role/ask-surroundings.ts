import type { ProxmoxClient } from '../../proxmox/client/client.ts'
import { readRows, readText } from '../../proxmox/decode.ts'
import type { Surroundings } from '../../proxmox/permissions/needs.ts'
import { releaseOf } from '../../proxmox/release.ts'
import type { Desired } from '../../resolve/desired.ts'
import { UserError } from '../../user-error.ts'
import type { Session } from '../command.ts'
import { connectProxmox } from '../connect-proxmox.ts'

/** What Proxmox says of itself that decides which rights are needed; release 9 and a note where it says nothing. */
export async function askSurroundings(
  { proxmox }: Pick<Desired, 'proxmox'>,
  file: string,
  session: Session,
): Promise<Surroundings & { readonly unasked?: string }> {
  try {
    const { client } = await connectProxmox(proxmox, file, session)
    try {
      return await ask(client)
    } finally {
      client.close()
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { release: '9', unasked: error.message }
  }
}

async function ask(client: ProxmoxClient): Promise<Surroundings> {
  const [version, nodes, vnets] = await Promise.all([
    client.get('/version', {}),
    client.get('/nodes', {}),
    client.get('/cluster/sdn/vnets', {}),
  ])
  const zones = readRows(vnets).flatMap(({ vnet, zone }) => {
    const [name, of] = [readText(vnet), readText(zone)]
    return name === undefined || of === undefined ? [] : [[name, of] as const]
  })
  return {
    release: releaseOf(version).major,
    hosts: readRows(nodes).flatMap(({ node }) => readText(node) ?? []),
    zones: new Map(zones),
  }
}
