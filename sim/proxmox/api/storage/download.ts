import { imageChecksum } from '../../../factory/image-bytes.ts'
import { type Clock, seconds } from '../../../world/clock.ts'
import type { Storage, Volume } from '../../../world/storage.ts'
import type { WebContent } from '../../../world/world.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import { contentsOf, enabledStorage, isShared, pathOf } from './definition.ts'
import { type FilePlace, fileVolume, placeFile } from './store-file.ts'
import { usageOf, volumesOn } from './usage.ts'

type DownloadCall = Call<{
  storage: string
  content: FilePlace['content']
  filename: string
  url: string
  checksum?: string
  'checksum-algorithm'?: string
  compression?: string
  'verify-certificates'?: boolean
}>

const DECOMPRESSORS = ['gz', 'lzo', 'zst', 'bz2']
const BYTES_PER_SECOND = 50e6

function download(call: DownloadCall) {
  const { sim, caller, node, params } = call
  const storage = enabledStorage(sim.world, params.storage, node)
  if (pathOf(storage) === undefined) {
    throw died(`can't upload to storage type '${storage.type}', not a file based storage!`)
  }
  if (!contentsOf(storage).includes(params.content)) {
    throw died(`storage '${storage.storage}' is not configured for content-type '${params.content}'`)
  }
  const place = placeFile(storage, params.content, params.filename)
  return sim.workers.start({ node, type: 'download', id: place.filename, user: caller.id }, async (worker) => {
    requireDecompression(call)
    await fetchFile(call, worker, storage, place)
  })
}

function requireDecompression({ params: { compression, content } }: DownloadCall): void {
  if (compression === undefined) return
  if (content !== 'iso') throw died(`decompression not supported for ${content}`)
  if (!DECOMPRESSORS.includes(compression)) throw died('no decompression method found')
}

async function fetchFile(call: DownloadCall, worker: Worker, storage: Storage, place: FilePlace): Promise<void> {
  const { sim, node, params } = call
  const target = `${place.folder}/${place.filename}`
  worker.log(`downloading ${params.url} to ${target}`)
  if (isThere(call, worker, storage, place, target)) return
  const content = await fetchContent(call, worker, storage, target)
  if (params.checksum !== undefined) verify(call, worker, content)
  sim.world.volumes.push({
    ...fileVolume(storage, place, {
      node: isShared(storage) ? undefined : node,
      sizeBytes: content.imageBytes ?? content.sizeBytes,
      usedBytes: content.sizeBytes,
      ctime: seconds(sim.clock),
    }),
    checksums: content.checksums,
    ...(content.image === undefined ? {} : { image: content.image }),
  })
  worker.log(`download of '${params.url}' to '${target}' finished`)
}

/** Fetches with the words of the download program, which are all in the log but for the last before a failure. */
async function fetchContent(call: DownloadCall, worker: Worker, storage: Storage, target: string): Promise<WebContent> {
  const { sim, params } = call
  const { host } = new URL(params.url)
  worker.log(`--${stamp(sim.clock)}--  ${params.url}`)
  const fetched = await sim.fetcher(params.url)
  if ('failure' in fetched) {
    const isAnswer = fetched.failure.startsWith('ERROR')
    if (isAnswer) {
      worker.log(`Connecting to ${host}... connected.`)
      worker.log(`HTTP request sent, awaiting response... ${fetched.failure.replace(/^ERROR (\d+): (.*)\.$/, '$1 $2')}`)
    }
    throw died(`download failed: ${isAnswer ? `${stamp(sim.clock)} ` : ''}${fetched.failure}`)
  }
  const { content } = fetched
  worker.log(`Connecting to ${host}... connected.`)
  worker.log('HTTP request sent, awaiting response... 200 OK')
  worker.log(`Length: ${content.sizeBytes} [application/octet-stream]`)
  const temporary = `${target}.tmp_dwnl.${sim.world.lastPid}`
  worker.log(`Saving to: '${temporary}'`)
  requireRoom(call, storage, content, temporary)
  await worker.sleep((content.sizeBytes / BYTES_PER_SECOND) * 1000)
  worker.log(`${stamp(sim.clock)} (50.0 MB/s) - '${temporary}' saved [${content.sizeBytes}/${content.sizeBytes}]`)
  return content
}

function requireRoom({ sim, node }: DownloadCall, storage: Storage, { sizeBytes }: WebContent, file: string): void {
  if (sizeBytes <= usageOf(sim.world, storage, node).avail) return
  throw died(`download failed: Cannot write to '${file}' (No space left on device).`)
}

const stamp = (clock: Clock): string => new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' ')

/** Whether the very file is there already; another one in its place is never overwritten. */
function isThere(call: DownloadCall, worker: Worker, storage: Storage, place: FilePlace, target: string): boolean {
  const { sim, node, params } = call
  const name = `${place.content}/${place.filename}`
  const existing = volumesOn(sim.world, storage, node).find((volume) => volume.name === name)
  if (existing === undefined) return false
  const { checksum, 'checksum-algorithm': algorithm = '' } = params
  if (checksum === undefined) throw died(`refusing to override existing file '${target}'`)
  const got = checksumOf(existing, existing.name, existing.usedBytes, algorithm)
  const isSame = got.toLowerCase() === checksum.toLowerCase()
  worker.log(
    `calculating checksum of existing file...${isSame ? 'OK, got correct file already, no need to download' : ''}`,
  )
  if (!isSame) throw died(`checksum mismatch: got '${got}' != expect '${checksum}', aborting`)
  return true
}

/** The checksum that is written down, or that of an image, whose bytes follow from what it is. */
function checksumOf(
  { checksums, image }: Pick<Volume, 'checksums' | 'image'>,
  name: string,
  size: number,
  algorithm: string,
): string {
  return checksums?.[algorithm] ?? (image === undefined ? '' : imageChecksum(image, name, size, algorithm))
}

function verify({ params }: DownloadCall, worker: Worker, content: WebContent): void {
  const { checksum = '', 'checksum-algorithm': algorithm = '' } = params
  const got = checksumOf(content, new URL(params.url).pathname, content.sizeBytes, algorithm)
  const isRight = got.toLowerCase() === checksum.toLowerCase()
  worker.log(`calculating checksum...${isRight ? 'OK, checksum verified' : ''}`)
  if (!isRight) throw died(`checksum mismatch: got '${got}' != expect '${checksum}'`)
}

/** Files that a node fetches from the web. */
export const downloadHandlers: Handlers = {
  'POST /nodes/{node}/storage/{storage}/download-url': download,
}
