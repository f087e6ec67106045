import type { ProxmoxClient } from '../client/client.ts'
import { performTask } from '../tasks/perform-task.ts'
import type { TaskOptions } from '../tasks/wait-for-task.ts'
import { listFiles } from './find-image.ts'

/** Removes a file of content `import` or `iso` from a storage; one that has gone already is no trouble. */
export async function removeFile(
  client: ProxmoxClient,
  host: string,
  volid: string,
  options: TaskOptions = {},
): Promise<void> {
  const [, storage = '', content = ''] = /^([^:]+):(import|iso)\//.exec(volid) ?? []
  if (content !== 'import' && content !== 'iso') throw new Error(`${volid} is no image file`)
  const isGone = async () => !(await listFiles(client, host, { storage, content })).some((file) => file.volid === volid)
  const parameters = { node: host, storage, volume: volid }
  await performTask(
    client,
    (call) => client.delete('/nodes/{node}/storage/{storage}/content/{volume}', parameters, call),
    { ...options, reread: isGone },
  )
}
