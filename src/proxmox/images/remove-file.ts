import type { ProxmoxClient } from '../client/client.ts'
import type { ObservedImage } from '../observe/observed.ts'
import { bringAbout } from '../tasks/bring-about.ts'
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
  await bringAbout(
    client,
    (call) => client.delete('/nodes/{node}/storage/{storage}/content/{volume}', parameters, call),
    async () => (await findFile(client, host, file)) === undefined,
    options,
  )
}
