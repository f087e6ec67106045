import { UserError } from '../../user-error.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError, type ProxmoxError } from '../client/error.ts'
import { joinTask } from '../tasks/join-task.ts'
import { performTask } from '../tasks/perform-task.ts'
import type { TaskOptions } from '../tasks/wait-for-task.ts'
import { isStored } from './find-image.ts'
import type { WantedImage } from './image-for.ts'
import { requireImageStorage } from './storage.ts'

/** Sees to it that an image is on a host's storage: the host downloads it itself. May be repeated at any time. */
export async function ensureImage(
  client: ProxmoxClient,
  host: string,
  image: WantedImage,
  options: TaskOptions = {},
): Promise<void> {
  await requireImageStorage(client, host, image)
  await joinTask(client, downloadOf(host, image), options)
  if (!(await isStored(client, host, image))) await downloadOnce(client, host, image, options)
}

/** The same for an image that was not there a moment ago; what a storage cannot take is said only when it fails. */
export async function fetchImage(
  client: ProxmoxClient,
  host: string,
  image: WantedImage,
  options: TaskOptions = {},
): Promise<void> {
  const joined = await joinTask(client, downloadOf(host, image), options)
  if (!joined || !(await isStored(client, host, image))) await downloadOnce(client, host, image, options)
}

async function downloadOnce(
  client: ProxmoxClient,
  host: string,
  image: WantedImage,
  options: TaskOptions,
): Promise<void> {
  if (image.download === undefined) throw missing(host, image)
  try {
    await download(client, host, image, image.download, options)
  } catch (error) {
    if (!isProxmoxError(error)) throw error
    await requireImageStorage(client, host, image)
    // Somebody else was faster: the host never replaces a file that is there.
    if (!(await isStored(client, host, image))) throw explained(error, host, image)
  }
  if (!(await isStored(client, host, image))) throw vanished(host, image)
}

async function download(
  client: ProxmoxClient,
  host: string,
  image: WantedImage,
  { url, checksum }: NonNullable<WantedImage['download']>,
  options: TaskOptions,
): Promise<void> {
  const parameters = {
    node: host,
    storage: image.storage,
    content: image.content,
    filename: image.file,
    url,
    ...(checksum === undefined ? {} : { checksum: checksum.digest, 'checksum-algorithm': checksum.algorithm }),
  }
  await performTask(client, (call) => client.post('/nodes/{node}/storage/{storage}/download-url', parameters, call), {
    ...options,
    // What was begun without our hearing of it must not be begun again beside it.
    reread: async () => {
      await joinTask(client, downloadOf(host, image), options)
      return await isStored(client, host, image)
    },
  })
}

const downloadOf = (node: string, { file }: WantedImage) => ({ node, type: 'download', id: file })

const REASONS: readonly { readonly said: RegExp; readonly code: string; readonly hint: (at: Place) => string }[] = [
  {
    said: /checksum mismatch/i,
    code: 'image-checksum',
    hint: () =>
      '`image.checksum` is not that of this image: it changes with the Talos version, the extensions and the mode',
  },
  {
    said: /ERROR 40[034]/,
    code: 'image-download',
    hint: ({ url }) =>
      `the image factory has no image at ${url}: check the Talos version, its extensions and the architecture`,
  },
  {
    said: /ERROR (?:429|5\d\d)/,
    code: 'image-download',
    hint: () => 'the image factory is in trouble: run again later',
  },
  {
    said: /no space left|cannot write to/i,
    code: 'image-space',
    hint: ({ storage, host }) =>
      `make room on the storage ${storage} of ${host} (\`talmox images prune\` removes old images), or set \`proxmox.storage.images\` to another`,
  },
  {
    said: /certificate/i,
    code: 'image-download',
    hint: ({ host }) =>
      `${host} does not trust the certificate of the image factory: add its authority to those of the host`,
  },
  {
    said: /download failed/i,
    code: 'image-download',
    hint: ({ host }) =>
      `${host} downloads by itself: check its DNS, its way to the network and the proxy of the datacenter`,
  },
]

interface Place {
  readonly host: string
  readonly storage: string
  readonly url: string
}

/** Says what a failed download means; what has nothing to do with downloading is passed on. */
function explained(error: unknown, host: string, { storage, file, download }: WantedImage): unknown {
  if (!isProxmoxError(error)) return error
  const said = error.reason ?? error.message
  const reason = REASONS.find((row) => row.said.test(said))
  if (reason === undefined) return error
  const hint = reason.hint({ host, storage, url: download?.url ?? '' })
  return new UserError(reason.code, `${host} could not download ${file}: ${firstLine(error)}`, { hint, cause: error })
}

const firstLine = ({ reason, message }: ProxmoxError): string => (reason ?? message).split('\n')[0] ?? ''

const missing = (host: string, { volid }: WantedImage) =>
  new UserError('image-missing', `${volid} is not there on ${host}`, {
    hint: 'put it there, correct `image.iso.volume`, or leave that out: the ISO then comes from the image factory',
  })

const vanished = (host: string, { volid }: WantedImage) =>
  new UserError('image-missing', `${host} downloaded ${volid}, but it is not there`, {
    hint: 'somebody may have removed it at the same time: run again',
  })
