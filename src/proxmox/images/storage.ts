import { UserError } from '../../user-error.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { readRecord, readText } from '../decode.ts'
import type { ObservedStorage } from '../observe/observed.ts'
import { readResources } from '../observe/resources.ts'
import type { WantedImage } from './image-for.ts'

/** The storages of a host. */
export async function readStorages(client: ProxmoxClient, host: string): Promise<readonly ObservedStorage[]> {
  const { storages } = readResources(await client.get('/cluster/resources', { type: 'storage' }))
  return storages.filter((storage) => storage.host === host)
}

/** Refuses a storage that cannot take the file, with what can be done about it. */
export async function requireImageStorage(
  client: ProxmoxClient,
  host: string,
  { storage: id, content }: Pick<WantedImage, 'storage' | 'content'>,
): Promise<ObservedStorage> {
  const storages = await readStorages(client, host)
  const storage = storages.find((each) => each.id === id)
  const able = storages.filter((each) => each.active && each.content.includes(content)).map((each) => each.id)
  const others = able.length === 0 ? [] : [`set \`proxmox.storage.images\` to ${able.join(' or ')}`]
  if (storage === undefined) {
    throw new UserError('image-storage', `${host} has no storage ${id} for Talos images`, {
      hint: [
        ...others,
        'check its name, its hosts, whether it is enabled, and whether the token may see it (Datastore.Audit)',
      ].join('; or '),
    })
  }
  if (!storage.active) {
    throw new UserError('image-storage', `the storage ${id} does not answer on ${host}`, {
      hint: [`look at it in Proxmox (\`pvesm status\` on ${host})`, ...others].join('; or '),
    })
  }
  if (storage.content.includes(content)) return storage
  if (content === 'import' && (await isTooOld(client))) throw tooOldToImport(host)
  const kinds = [...storage.content, content].join(',')
  const enable = isOfFiles(storage) ? [`let it take them (\`pvesm set ${id} --content ${kinds}\` on ${host})`] : []
  const ways = [...enable, ...others, ...(content === 'import' ? OTHER_MODES : [])]
  throw new UserError('image-content', `the storage ${id} on ${host} does not take files of content \`${content}\``, {
    hint: ways.length === 0 ? 'add a storage of type directory with this content' : ways.join('; or '),
  })
}

const OTHER_MODES = ['set `image.mode` to `iso`, or to `template` with a template of your own (`prepare: false`)']

const isOfFiles = ({ type }: ObservedStorage): boolean => ['dir', 'nfs', 'cifs', 'cephfs', 'btrfs'].includes(type)

const FIRST_TO_IMPORT = 8.4

async function isTooOld(client: ProxmoxClient): Promise<boolean> {
  const answer = await client.get('/version', {})
  const [, release] = /^(\d+\.\d+)/.exec(readText(readRecord(answer)?.version) ?? '') ?? []
  return release !== undefined && Number(release) < FIRST_TO_IMPORT
}

const tooOldToImport = (host: string) =>
  new UserError(
    'image-content',
    `${host} runs a Proxmox that cannot import disk images: that needs ${FIRST_TO_IMPORT}`,
    {
      hint: ['upgrade Proxmox', ...OTHER_MODES].join('; or '),
    },
  )
