import { UserError } from '../../user-error.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'
import { expected, readFlag, readList, readNumber, readRecord, readText } from '../decode.ts'
import { isCdrom, readDrive } from '../hardware/drive.ts'
import { readStorages } from './storage.ts'
import type { WantedTemplate } from './template-for.ts'
import { schematicInNotes } from './template-notes.ts'

/** A VM that is, or could become, a template. */
export interface Candidate {
  readonly vmid: number
  readonly node: string
  readonly name: string
  readonly isTemplate: boolean
  readonly lock: string | undefined
  /** The schematic it was made from, if talmox made it. */
  readonly schematic: string | undefined
  /** Its keys that hold disks, with the storages of these. */
  readonly disks: ReadonlyMap<string, string>
}

/** Finds what has the VMID or the name of a template, each as it is at this moment. */
export async function findCandidates(client: ProxmoxClient, wanted: WantedTemplate): Promise<readonly Candidate[]> {
  const guests = await listGuests(client, wanted.host)
  const meant = guests.filter(({ vmid, name }) => vmid === wanted.vmid || name === wanted.name)
  const container = meant.find(({ type, vmid }) => type === 'lxc' && vmid === wanted.vmid)
  if (container !== undefined) throw notATemplate(container.vmid, 'a container')
  const machines = meant.filter(({ type }) => type === 'qemu')
  const read = await Promise.all(machines.map((guest) => readCandidate(client, guest)))
  return read.flatMap((candidate) => candidate ?? [])
}

/** All guests; those of the host from itself, since the list of the datacenter knows new ones only after a while. */
async function listGuests(client: ProxmoxClient, host: string) {
  const [everywhere, here] = await Promise.all([
    client.get('/cluster/resources', { type: 'vm' }),
    client.get('/nodes/{node}/qemu', { node: host }),
  ])
  const own = expected(readList(here), 'a list of machines', here).map((row) => ({
    ...readRecord(row),
    type: 'qemu',
    node: host,
  }))
  const others = expected(readList(everywhere), 'a list of guests', everywhere)
    .map((row) => ({ ...readRecord(row) }))
    .filter(({ node, type }) => node !== host || type !== 'qemu')
  return [...own, ...others].flatMap((guest: Readonly<Record<string, unknown>>) => {
    const [type, vmid, node] = [readText(guest.type), readNumber(guest.vmid), readText(guest.node)]
    return vmid === undefined || node === undefined ? [] : [{ type, vmid, node, name: readText(guest.name) }]
  })
}

/** Reads a VM; undefined when it has gone in between. */
export async function readCandidate(
  client: ProxmoxClient,
  { vmid, node }: Pick<Candidate, 'vmid' | 'node'>,
): Promise<Candidate | undefined> {
  const answer = await client.get('/nodes/{node}/qemu/{vmid}/config', { node, vmid }).catch((error: unknown) => {
    if (isProxmoxError(error, 'proxmox-not-found')) return undefined
    throw error
  })
  if (answer === undefined) return undefined
  const config = expected(readRecord(answer), 'the configuration of a machine', answer)
  const drives = Object.entries(config).flatMap(([key, text]) => {
    const drive = readDrive(key, readText(text) ?? '', '9')
    const [, storage] = drive === undefined || isCdrom(drive) ? [] : (/^([^:/]+):/.exec(drive.file) ?? [])
    return storage === undefined ? [] : [[key, storage] as const]
  })
  return {
    vmid,
    node,
    name: readText(config.name) ?? '',
    isTemplate: readFlag(config.template) ?? false,
    lock: readText(config.lock),
    schematic: schematicInNotes(readText(config.description) ?? ''),
    disks: new Map(drives),
  }
}

/** The template that machines of a host can be cloned from; undefined when there is none yet. */
export async function chooseTemplate(
  client: ProxmoxClient,
  wanted: WantedTemplate,
  candidates: readonly Candidate[],
): Promise<Candidate | undefined> {
  const holder = candidates.find(({ vmid }) => vmid === wanted.vmid)
  if (holder !== undefined && !isNameless(holder)) requireFitting(wanted, holder)
  const templates = candidates.filter(({ isTemplate }) => isTemplate)
  const here = templates.filter(({ node }) => node === wanted.host)
  const [first, ...others] = here.filter(({ vmid }) => vmid === wanted.vmid).concat(here)
  const rival = others.find(({ vmid }) => vmid !== first?.vmid)
  if (first !== undefined && rival !== undefined && first.vmid !== wanted.vmid) throw ambiguous(wanted, here)
  if (first !== undefined) return first
  if (templates.length === 0) return undefined
  // Another host's template can be cloned only when all its disks are on shared storages, and this host has these.
  const storages = await readStorages(client, wanted.host)
  const within = new Set(storages.filter(({ shared, active }) => shared && active).map(({ id }) => id))
  return templates.find(({ disks }) => disks.size > 0 && [...disks.values()].every((id) => within.has(id)))
}

/** Whether Proxmox is just making a VM, or has left off: until the end of its task it does not say what it is. */
export const isNameless = ({ name, lock }: Candidate): boolean => name === '' && lock === 'create'

/** A VM that only happens to have the VMID must not be cloned, let alone be changed. */
function requireFitting(wanted: WantedTemplate, { vmid, name, isTemplate, schematic }: Candidate): void {
  if (wanted.isNamed && name !== wanted.name) throw notATemplate(vmid, `${name}, not ${wanted.name}`)
  if (!isTemplate && schematic === undefined) throw notATemplate(vmid, `${name}, which is no template`)
}

const notATemplate = (vmid: number, what: string) =>
  new UserError('template-conflict', `VM ${vmid} should be a template of Talos, but is ${what}`, {
    hint: 'set `image.template.vmid` to another VMID, or leave it out and give only a name',
  })

const ambiguous = ({ host, name }: WantedTemplate, templates: readonly Candidate[]) =>
  new UserError(
    'template-ambiguous',
    `${host} has several templates named ${name}: ${templates.map(({ vmid }) => vmid).join(', ')}`,
    { hint: 'say which one in `image.template.vmid`, or remove the others' },
  )
