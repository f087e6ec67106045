import type { ProxmoxClient } from '../client/client.ts'
import { readFlag, readRecord, readText } from '../decode.ts'
import type { ObservedImage, ObservedStorage } from '../observe/observed.ts'
import { type ImagePlace, readImages } from '../observe/parts.ts'
import { readResources, rowsOf } from '../observe/resources.ts'
import { isCidataFile } from './cidata-file.ts'
import { type ImageName, parseImageName } from './file-name.ts'
import {
  findReferences,
  type MadeMachine,
  type PreparedTemplate,
  type Reference,
  type References,
} from './references.ts'

/** A file that talmox put on a storage. */
export interface OwnFile extends ObservedImage {
  /** Whether all hosts see the same file. */
  readonly shared: boolean
  /** What is in it; nothing for the CD of a machine. */
  readonly image: ImageName | undefined
  readonly usedBy: readonly Reference[]
}

/** A template that talmox made, or began to make. */
export interface OwnTemplate extends PreparedTemplate {
  /** VMs whose disks stand on its own, so that it cannot go before them. */
  readonly usedBy: readonly Reference[]
}

/** All files that talmox put on the storages of a datacenter, and its templates. */
export interface Inventory {
  readonly files: readonly OwnFile[]
  readonly templates: readonly OwnTemplate[]
  /** VMs with the notes of a template that are none: never finished, or copies that somebody made of one. */
  readonly unfinished: readonly OwnTemplate[]
  readonly made: readonly MadeMachine[]
  /** VMs of which nothing tells what they are to be: one may become a template. */
  readonly nameless: References['nameless']
  /** Why it is not known what all VMs refer to; then nothing may be removed. */
  readonly doubts: readonly Doubt[]
  /** Storages with such files that the caller may not remove. */
  readonly untouchable: readonly string[]
}

/** Something that keeps us from knowing what files are needed for. */
export interface Doubt {
  readonly message: string
  readonly hint: string
  /** Whether it is over by itself, once a task has ended. */
  readonly passes?: true
}

/** Looks at all storages and all VMs that there are. */
export async function takeInventory(client: ProxmoxClient): Promise<Inventory> {
  const { storages, guests, hosts } = readResources(await client.get('/cluster/resources', {}))
  const up = new Set(hosts.filter(({ unreachable }) => unreachable === undefined).map(({ name }) => name))
  const [files, references, blind, busy] = await Promise.all([
    listOwnFiles(
      client,
      storages.filter(({ host, active }) => active && up.has(host)),
    ),
    findReferences(client, guests),
    hiddenMachines(client),
    machinesInTheMaking(client),
  ])
  const unread = references.unread.map(({ vmid, host, reason }) => ({
    message: `VM ${vmid} on ${host} cannot be read, and may refer to any of them: ${reason}`,
    hint: 'run again when its host answers',
  }))
  const found = files.map((file) => ({ ...file, usedBy: references.of.get(file.volid) ?? [] }))
  const noted = references.templates.map((one) => ({ ...one, usedBy: references.clones.get(one.vmid) ?? [] }))
  const untouchable = await storagesWithoutRight(client, [...new Set(files.map(({ storage }) => storage))])
  const doubts = [...blind, ...busy, ...unread]
  const { made, nameless } = references
  return {
    files: found,
    templates: noted.filter(({ halfMade }) => halfMade !== true),
    unfinished: noted.filter(({ halfMade }) => halfMade === true),
    ...{ made, nameless, doubts, untouchable },
  }
}

/** The storages from which nothing may be removed: Proxmox asks for a right of its own. */
async function storagesWithoutRight(client: ProxmoxClient, storages: readonly string[]): Promise<readonly string[]> {
  const rights = await Promise.all(storages.map((id) => rightsOn(client, `/storage/${id}`)))
  return storages.filter((_, at) => rights[at]?.['Datastore.Allocate'] === undefined)
}

/** The rights on a path; each says whether it also holds below it. */
async function rightsOn(client: ProxmoxClient, path: string): Promise<Readonly<Record<string, unknown>>> {
  return readRecord(readRecord(await client.get('/access/permissions', { path }))?.[path]) ?? {}
}

async function listOwnFiles(client: ProxmoxClient, storages: readonly ObservedStorage[]) {
  const seen = new Set<string>()
  const places = storages.flatMap((storage): (ImagePlace & { readonly shared: boolean })[] => {
    const { id, host, shared } = storage
    const key = shared ? id : `${id} ${host}`
    if (seen.has(key)) return []
    seen.add(key)
    return (['import', 'iso'] as const)
      .filter((content) => storage.content.includes(content))
      .map((content) => ({ host, storage: id, content, shared }))
  })
  const lists = await Promise.all(
    places.map(async ({ shared, ...place }) => {
      const files = await readImages(client, place, {})
      return files.map((file) => ({ ...file, shared, image: parseImageName(file.file) }))
    }),
  )
  return lists.flat().filter(({ image, file }) => image !== undefined || isCidataFile(file))
}

/** Proxmox leaves out of its lists what one may not see, without a word. */
async function hiddenMachines(client: ProxmoxClient): Promise<readonly Doubt[]> {
  if (readFlag((await rightsOn(client, '/vms'))['VM.Audit']) === true) return []
  return [
    {
      message: 'the token may not see all VMs, so that one of them may refer to any of these files unseen',
      hint: 'grant VM.Audit on /vms, with propagation, to the user and the token',
    },
  ]
}

const MAKING = ['qmcreate', 'qmrestore', 'qmmove', 'qmclone']

/** A VM that is just being made reads its image without referring to it. */
async function machinesInTheMaking(client: ProxmoxClient): Promise<readonly Doubt[]> {
  const running = rowsOf(await client.get('/cluster/tasks', {}), 'tasks').filter(
    ({ type, endtime }) => endtime === undefined && MAKING.includes(readText(type) ?? ''),
  )
  return running.map(({ type, id, node }) => ({
    message: `the task ${readText(type)} ${readText(id) ?? ''} on ${readText(node)} may be reading one of them`,
    hint: 'run again when it has ended',
    passes: true,
  }))
}
