import { createHash } from 'node:crypto'
import { buildIso } from '../../encoding/iso9660/build-iso.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { performTask } from '../tasks/perform-task.ts'
import type { TaskOptions } from '../tasks/wait-for-task.ts'
import { cidataFile } from './cidata-file.ts'
import { findFile } from './find-image.ts'
import { removeFile } from './remove-file.ts'
import { requireImageStorage } from './storage.ts'

/** What a machine finds when it starts. */
export interface Cidata {
  readonly userData: string
  readonly metaData: string
  readonly networkConfig?: string | undefined
}

/** Where the CD of a machine goes. */
export interface CidataPlace {
  readonly host: string
  readonly storage: string
  /** The SMBIOS id of the machine, which names its CD: a repeated run finds the same. */
  readonly uuid: string
}

/** The label by which Talos and cloud-init know the CD. */
const LABEL = 'cidata'

/** The CD with a machine's settings. */
export function cidataIso({ userData, metaData, networkConfig }: Cidata): Buffer {
  const files = { 'user-data': userData, 'meta-data': metaData, 'network-config': networkConfig }
  return buildIso(
    LABEL,
    Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [{ name, content: Buffer.from(text) }])),
  )
}

const volumeOf = ({ storage, uuid }: CidataPlace): string => `${storage}:iso/${cidataFile(uuid)}`

/** Puts the CD of a machine on a storage, over an older one if there is; tells its volume. */
export async function uploadCidata(
  client: ProxmoxClient,
  place: CidataPlace,
  cidata: Cidata,
  options: TaskOptions = {},
): Promise<string> {
  const { host, storage, uuid } = place
  await requireImageStorage(client, host, { storage, content: 'iso' })
  const bytes = cidataIso(cidata)
  const upload = {
    node: host,
    storage,
    content: 'iso',
    name: cidataFile(uuid),
    source: { bytes },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  } as const
  // Sending it again does no harm, so that nobody has to find out whether it arrived.
  await performTask(client, (call) => client.upload(upload, call), { ...options, reread: async () => false })
  return volumeOf(place)
}

/** Removes the CD of a machine once it has been read and taken out of its drive. */
export async function removeCidata(
  client: ProxmoxClient,
  place: CidataPlace,
  options: TaskOptions = {},
): Promise<void> {
  const { host, storage } = place
  const file = await findFile(client, host, { storage, content: 'iso', volid: volumeOf(place) })
  if (file !== undefined) await removeFile(client, file, options)
}
