import { UserError } from '../../user-error.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { expected, readList, readNumber, readRecord, readText } from '../decode.ts'
import { parseUpid, type Upid } from '../tasks/upid.ts'
import type { WantedImage } from './image-for.ts'

/** A file on a storage. */
export interface StoredFile {
  readonly volid: string
  readonly bytes: number
}

/** Lists the files of a content on a storage as a host sees it; what is still being downloaded is not among them. */
export async function listFiles(
  client: ProxmoxClient,
  host: string,
  { storage, content }: Pick<WantedImage, 'storage' | 'content'>,
): Promise<readonly StoredFile[]> {
  const answer = await client.get('/nodes/{node}/storage/{storage}/content', { node: host, storage, content })
  return expected(readList(answer), 'the content of a storage', answer).map((row) => {
    const { volid, size } = readRecord(row) ?? {}
    return { volid: expected(readText(volid), 'the name of a volume', row), bytes: readNumber(size) ?? 0 }
  })
}

// A proxy's login page passes for a download; no image is that small.
const SMALLEST_IMAGE = 1024 * 1024

/** Whether an image is there as a whole; a file in its place that cannot be one is refused. */
export async function isStored(client: ProxmoxClient, host: string, image: WantedImage): Promise<boolean> {
  const file = (await listFiles(client, host, image)).find(({ volid }) => volid === image.volid)
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

/** A download of a file that is under way, whoever began it. */
export async function runningDownload(client: ProxmoxClient, host: string, file: string): Promise<Upid | undefined> {
  const parameters = { node: host, source: 'active', typefilter: 'download' } as const
  const rows = readList(await client.get('/nodes/{node}/tasks', parameters)) ?? []
  return rows
    .flatMap((row) => {
      const { upid, endtime } = readRecord(row) ?? {}
      return endtime === undefined ? (parseUpid(readText(upid) ?? '') ?? []) : []
    })
    .find(({ type, id }) => type === 'download' && id === file)
}
