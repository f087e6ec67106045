import type { CallOptions } from '../client/call-types.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { readRows, readText } from '../decode.ts'
import { parseUpid, type Upid } from './upid.ts'

/** The tasks that are at work on a host, whoever began them. */
export async function activeTasks(
  client: ProxmoxClient,
  node: string,
  options: CallOptions = {},
): Promise<readonly Upid[]> {
  const rows = readRows(await client.get('/nodes/{node}/tasks', { node, source: 'active' }, options))
  return rows.flatMap(({ upid, endtime }) => (endtime === undefined ? (parseUpid(readText(upid) ?? '') ?? []) : []))
}
