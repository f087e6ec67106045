import { definedOnly } from '../../resolve/defined-only.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'
import { readFlag, readRecord, readText } from '../decode.ts'
import type { ObservedGuest } from '../observe/observed.ts'
import { rowsOf, textIn } from '../observe/resources.ts'
import { parseNotes } from '../ownership/notes.ts'
import { readTemplateNotes } from './template-notes.ts'

/** A VM that refers to a file, now, from its next start on, or in a snapshot. */
export interface Reference {
  readonly vmid: number
  readonly name: string | undefined
  readonly how: 'now' | 'pending' | `snapshot ${string}`
}

/** A machine of a cluster, and what it was made from. */
export interface MadeMachine {
  readonly vmid: number
  readonly name: string | undefined
  readonly cluster: string
  /** Id of the schematic whose image it was made from. */
  readonly schematic: string
}

/** A template that talmox made, or began to make. */
export interface PreparedTemplate {
  readonly vmid: number
  readonly host: string
  readonly name: string
  readonly version: string
  readonly schematic: string
  /** It has not become a template: the run that made it was cut off. */
  readonly halfMade?: true
  /** Such as `create`: what Proxmox is, or was, in the middle of. */
  readonly lock?: string
}

/** What VMs refer to. */
export interface References {
  /** By volume. */
  readonly of: ReadonlyMap<string, readonly Reference[]>
  /** VMs whose disks stand on those of a template, by the VMID of the template. */
  readonly clones: ReadonlyMap<number, readonly Reference[]>
  /** Machines that talmox made for whatever cluster: what they were made from their next ones will be made from. */
  readonly made: readonly MadeMachine[]
  readonly templates: readonly PreparedTemplate[]
  /** VMs that Proxmox is making, or has left off making: until the end of its task nothing tells what they are. */
  readonly nameless: readonly Pick<ObservedGuest, 'vmid' | 'host'>[]
  /** VMs that could not be read, and why: they may refer to anything. */
  readonly unread: readonly { readonly vmid: number; readonly host: string; readonly reason: string }[]
}

/** Finds out what all VMs and templates refer to, whoever they belong to. */
export async function findReferences(client: ProxmoxClient, guests: readonly ObservedGuest[]): Promise<References> {
  const machines = guests.filter(({ kind }) => kind === 'qemu')
  const of = new Map<string, Reference[]>()
  const clones = new Map<number, Reference[]>()
  const made: MadeMachine[] = []
  const templates: PreparedTemplate[] = []
  const nameless: Pick<ObservedGuest, 'vmid' | 'host'>[] = []
  const unread = await Promise.all(
    machines.map(async (guest) => {
      const texts = await readTexts(client, guest).catch((error: unknown) => {
        // A machine that has gone meanwhile refers to nothing.
        if (isProxmoxError(error, 'proxmox-not-found')) return []
        if (!isProxmoxError(error)) throw error
        return error
      })
      if (isProxmoxError(texts)) return [{ vmid: guest.vmid, host: guest.host, reason: texts.message }]
      templates.push(...templateIn(guest, texts))
      if (isNameless(texts)) nameless.push({ vmid: guest.vmid, host: guest.host })
      for (const { how, text } of texts) {
        const reference = { vmid: guest.vmid, name: guest.name, how }
        for (const volid of filesIn(text)) note(of, volid, reference)
        for (const template of basesIn(text)) note(clones, template, reference)
        const { record } = parseNotes(text)
        if (how === 'now' && record !== undefined) made.push({ vmid: guest.vmid, name: guest.name, ...record })
      }
      return []
    }),
  )
  return { of, clones, made, templates: templates.sort(byVmid), nameless: nameless.sort(byVmid), unread: unread.flat() }
}

const byVmid = (a: Pick<ObservedGuest, 'vmid'>, b: Pick<ObservedGuest, 'vmid'>) => a.vmid - b.vmid

interface Said {
  readonly how: Reference['how']
  readonly key: string
  readonly text: string
}

const now = (texts: readonly Said[], wanted: string): string | undefined =>
  texts.find(({ how, key, text }) => how === 'now' && key === wanted && text !== '')?.text

/** What runs, or stands on the disks of another, is a machine, whatever its notes say. */
function templateIn({ vmid, host, power }: ObservedGuest, texts: readonly Said[]): readonly PreparedTemplate[] {
  const notes = readTemplateNotes(now(texts, 'description') ?? '')
  const isTemplate = readFlag(now(texts, 'template')) === true
  const isCopy = texts.some(({ text }) => basesIn(text).some((base) => base !== vmid))
  if (notes === undefined || !(isTemplate || (power === 'stopped' && !isCopy))) return []
  const lock = now(texts, 'lock')
  const name = now(texts, 'name') ?? ''
  return [{ vmid, host, name, ...notes, ...(isTemplate ? {} : { halfMade: true }), ...definedOnly({ lock }) }]
}

const isNameless = (texts: readonly Said[]): boolean =>
  now(texts, 'lock') === 'create' && now(texts, 'name') === undefined

async function readTexts(client: ProxmoxClient, { vmid, host: node }: ObservedGuest): Promise<readonly Said[]> {
  const [pending, snapshots] = await Promise.all([
    client.get('/nodes/{node}/qemu/{vmid}/pending', { node, vmid }),
    client.get('/nodes/{node}/qemu/{vmid}/snapshot', { node, vmid }),
  ])
  const settings = rowsOf(pending, 'settings').flatMap((row): Said[] => [
    { how: 'now', key: textIn(row, 'key'), text: readText(row.value) ?? '' },
    { how: 'pending', key: textIn(row, 'key'), text: readText(row.pending) ?? '' },
  ])
  const names = rowsOf(snapshots, 'snapshots').map((row) => textIn(row, 'name'))
  const saved = await Promise.all(
    names.filter((name) => name !== 'current').map((name) => readSnapshot(client, { node, vmid, snapname: name })),
  )
  return [...settings, ...saved.flat()]
}

async function readSnapshot(
  client: ProxmoxClient,
  place: { readonly node: string; readonly vmid: number; readonly snapname: string },
): Promise<readonly Said[]> {
  const config = await client.get('/nodes/{node}/qemu/{vmid}/snapshot/{snapname}/config', place)
  return Object.entries(readRecord(config) ?? {}).map(([key, value]) => ({
    how: `snapshot ${place.snapname}`,
    key,
    text: readText(value) ?? '',
  }))
}

/** Every part of a setting that looks like a volume counts, whatever the setting is. */
const filesIn = (text: string): readonly string[] =>
  text.split(/[,=;\s]+/).filter((part) => /^[^:]+:(?:import|iso)\/./.test(part))

/** A disk that shares blocks with one of a template has that one before its own name. */
const basesIn = (text: string): readonly number[] =>
  [...text.matchAll(/:(?:\d+\/)?base-(\d+)-[^/,]+\//g)].map(([, template]) => Number(template))

function note<Key>(to: Map<Key, Reference[]>, key: Key, reference: Reference): void {
  const known = to.get(key) ?? []
  const isKnown = known.some(({ vmid, how }) => vmid === reference.vmid && how === reference.how)
  to.set(key, isKnown ? known : [...known, reference])
}
