import { visible } from '../../spec/visible-text.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { readList, readNumber, readRecord, readText } from '../decode.ts'
import type { Upid } from './upid.ts'

const PAGE = 500

/** Reads the lines of a task's log after the first `skip` ones, made visible. */
export async function readTaskLog(
  client: ProxmoxClient,
  { node, text }: Upid,
  skip: number,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const lines: string[] = []
  for (;;) {
    const start = skip + lines.length
    const parameters = { node, upid: text, start, limit: PAGE }
    const answer = await client.get('/nodes/{node}/tasks/{upid}/log', parameters, { signal })
    const page = (readList(answer) ?? []).flatMap((row) => {
      const { n, t } = readRecord(row) ?? {}
      const number = readNumber(n)
      const line = readText(t)
      return number === undefined || line === undefined || number <= start ? [] : [visible(line)]
    })
    lines.push(...page)
    if (page.length < PAGE) break
  }
  // What Proxmox says of a log that is still empty.
  return skip === 0 && lines.length === 1 && lines[0] === 'no content' ? [] : lines
}
