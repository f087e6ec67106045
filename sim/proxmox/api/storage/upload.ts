import { randomBytes } from 'node:crypto'
import { readImageHead } from '../../../factory/image-bytes.ts'
import { readCidata } from '../../../guest/cidata.ts'
import { seconds } from '../../../world/clock.ts'
import type { Storage, Volume } from '../../../world/storage.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { checksumOf, type Upload } from '../../http/multipart.ts'
import type { Worker } from '../../tasks/workers.ts'
import { contentsOf, enabledStorage, isShared, pathOf } from './definition.ts'
import { imageBytes } from './image-size.ts'
import { type FilePlace, fileVolume, placeFile } from './store-file.ts'

type UploadCall = Call<{
  storage: string
  node: string
  content: FilePlace['content']
  filename: string
  checksum?: string
  'checksum-algorithm'?: string
}>

const BYTES_PER_SECOND = 500e6

function upload(call: UploadCall) {
  const { sim, caller, entry, params, upload: file } = call
  // The node that was asked takes the file, whichever node it is for.
  const node = params.node === 'localhost' ? entry : params.node
  const storage = enabledStorage(sim.world, params.storage, node)
  if (pathOf(storage) === undefined) throw died(`can't upload to storage type '${storage.type}'`)
  if (file === undefined) throw died('missing temporary file name')
  const place = placeFile(storage, params.content, params.filename)
  if (!contentsOf(storage).includes(place.content)) {
    throw died(`storage '${storage.storage}' does not support '${place.content}' content`)
  }
  const temporary = `/var/tmp/pveupload-${randomBytes(16).toString('hex')}`
  return sim.workers.start({ node: entry, type: 'imgcopy', id: '', user: caller.id }, async (worker) => {
    worker.log(`starting file import from: ${temporary}`)
    verify(call, worker, file)
    worker.log(`target node: ${node}`)
    worker.log(`target file: ${place.folder}/${place.filename}`)
    worker.log(`file size is: ${file.body.length}`)
    worker.log(`command: cp -- ${temporary} ${place.folder}/${place.filename}`)
    await worker.sleep((file.body.length / BYTES_PER_SECOND) * 1000)
    store(call, storage, place, file, node)
    worker.log('finished file import successfully')
  })
}

function verify({ params }: UploadCall, worker: Worker, { body }: Upload): void {
  const { checksum, 'checksum-algorithm': algorithm } = params
  if (algorithm === undefined || checksum === undefined) return
  const got = checksumOf(body, algorithm)
  const isRight = got === checksum.toLowerCase()
  worker.log(isRight ? 'calculating checksum...OK, checksum verified' : 'calculating checksum...')
  if (!isRight) throw died(`checksum mismatch: got '${got}' != expect '${checksum}'`)
}

function store({ sim }: UploadCall, storage: Storage, place: FilePlace, { body }: Upload, node: string): void {
  const image = readImageHead(body)
  const file = fileVolume(storage, place, {
    node: isShared(storage) ? undefined : node,
    sizeBytes: imageBytes(body, place.format),
    usedBytes: body.length,
    ctime: seconds(sim.clock),
  })
  const cidata = place.content === 'iso' ? readCidata(body) : undefined
  const made: Volume = {
    ...file,
    ...(image === undefined ? {} : { image }),
    ...(cidata === undefined ? {} : { cidata }),
  }
  const { world } = sim
  const isOld = (each: Volume) => each.storage === made.storage && each.name === made.name && each.node === made.node
  world.volumes = [...world.volumes.filter((each) => !isOld(each)), made]
}

/** Files that are sent along with a request. */
export const uploadHandlers: Handlers = {
  'POST /nodes/{node}/storage/{storage}/upload': upload,
}
