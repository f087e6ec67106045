import type { CallOptions } from '../client/call-types.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { readNumber } from '../decode.ts'
import { rowsOf, textIn } from './resources.ts'

/** A VM, and the storages where its volumes may be. */
export interface VolumesAsked {
  readonly vmid: number
  readonly host: string
  readonly storages: readonly string[]
}

/** The volumes on some storages that carry the number of a VM, whether its configuration names them or not. */
export async function readVolumes(
  client: ProxmoxClient,
  { vmid, host, storages }: VolumesAsked,
  options: CallOptions = {},
): Promise<readonly string[]> {
  const path = '/nodes/{node}/storage/{storage}/content'
  const lists = await Promise.all(
    storages.map(async (storage) =>
      rowsOf(await client.get(path, { node: host, storage, content: 'images', vmid }, options), 'volumes'),
    ),
  )
  return lists.flat().flatMap((row) => (readNumber(row.vmid) === vmid ? [textIn(row, 'volid')] : []))
}
