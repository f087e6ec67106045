import { UserError } from '../../user-error.ts'
import type { ProxmoxClient } from '../client/client.ts'
import type { ObservedImage } from '../observe/observed.ts'
import { readImages } from '../observe/parts.ts'
import type { WantedImage } from './image-for.ts'

/** A file where a host sees it; one that is still being downloaded is not there. */
export async function findFile(
  client: ProxmoxClient,
  host: string,
  { storage, content, volid }: Pick<WantedImage, 'storage' | 'content' | 'volid'>,
): Promise<ObservedImage | undefined> {
  const files = await readImages(client, { host, storage, content }, {})
  return files.find((file) => file.volid === volid)
}

// A proxy's login page passes for a download; no image is that small.
const SMALLEST_IMAGE = 1024 * 1024

/** Whether an image is there as a whole; a file in its place that cannot be one is refused. */
export async function isStored(client: ProxmoxClient, host: string, image: WantedImage): Promise<boolean> {
  const file = await findFile(client, host, image)
  if (file === undefined) return false
  if (file.bytes >= SMALLEST_IMAGE) return true
  throw new UserError(
    'image-broken',
    `${image.volid} on ${host} is no image of Talos: it has only ${file.bytes} bytes`,
    {
      hint: `remove it (\`pvesm free ${image.volid}\` on ${host}), and check what ${host} gets from the address of the image`,
    },
  )
}
