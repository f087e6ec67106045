import type { ProxmoxClient } from '../client/client.ts'
import type { ObservedImage } from '../observe/observed.ts'
import { performTask } from '../tasks/perform-task.ts'
import type { TaskOptions } from '../tasks/wait-for-task.ts'
import { findFile } from './find-image.ts'

/** Removes a file from a storage; one that has gone meanwhile is no trouble. */
export async function removeFile(
  client: ProxmoxClient,
  file: Pick<ObservedImage, 'host' | 'storage' | 'content' | 'volid'>,
  options: TaskOptions = {},
): Promise<void> {
  const { host, storage, volid } = file
  const parameters = { node: host, storage, volume: volid }
  await performTask(
    client,
    (call) => client.delete('/nodes/{node}/storage/{storage}/content/{volume}', parameters, call),
    { ...options, reread: async () => (await findFile(client, host, file)) === undefined },
  )
}
