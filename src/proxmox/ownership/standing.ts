import { uuidOf } from '../../resolve/identity.ts'
import type { InTheWay, ObservedGuest, Unfinished, VmKeys } from '../observe/observed.ts'
import { tryParse } from '../property-string/try-parse.ts'
import { parseNotes } from './notes.ts'
import type { OwnershipRecord } from './record.ts'
import type { ExpectedMachine, Roster } from './roster.ts'

/** Whether a VM is a machine of the cluster. */
export type Standing =
  | { readonly kind: 'ours'; readonly record: OwnershipRecord }
  | { readonly kind: 'unfinished'; readonly record: OwnershipRecord | undefined; readonly unfinished: Unfinished }
  | { readonly kind: 'foreign'; readonly inTheWay: InTheWay }

type Claim = InTheWay['takes'][number]

/** What speaks for and against a VM's being ours. */
interface Evidence {
  readonly guest: ObservedGuest
  readonly config: VmKeys
  readonly cluster: string
  /** The machine whose VMID it has. */
  readonly atSeat: ExpectedMachine | undefined
  readonly record: OwnershipRecord | undefined
  readonly hasTags: boolean
  /** Whether its SMBIOS id is that of the machine that its record names. */
  readonly isRecorded: boolean
  /** Whether we asked its host to make it and never saw it whole. */
  readonly isBegun: boolean
  readonly takes: readonly Claim[]
  readonly reasons: readonly string[]
}

/** Judges a VM that has been read. */
export function standingOf(roster: Roster, guest: ObservedGuest, config: VmKeys): Standing {
  const evidence = gather(roster, guest, config)
  const { record } = evidence
  const known = knownBy(evidence)
  const missing = known === undefined ? [] : missingOf(evidence)
  if (known === undefined) return { kind: 'foreign', inTheWay: { takes: evidence.takes, reasons: evidence.reasons } }
  if (known === 'record' && record !== undefined && missing.length === 0 && !isBeingMade(evidence)) {
    return { kind: 'ours', record }
  }
  return { kind: 'unfinished', record, unfinished: { known, missing } }
}

/** What a guest takes from a cluster, as far as the list of resources tells. */
export function claimsOf({ cluster, byVmid, names }: Roster, guest: ObservedGuest): readonly Claim[] {
  const { vmid, name, tags } = guest
  return [
    ...(byVmid.has(vmid) ? (['vmid'] as const) : []),
    ...(name !== undefined && names.has(name) ? (['name'] as const) : []),
    ...(hasOurTags(cluster, tags) ? (['tags'] as const) : []),
  ]
}

/** Whether we asked the host of a guest to make it and never saw it whole. */
export const hasBegun = ({ begun }: Roster, { vmid, host }: ObservedGuest): boolean =>
  begun.get(vmid)?.has(host) === true

const hasOurTags = (cluster: string, tags: readonly string[]): boolean =>
  tags.includes('talmox') && tags.includes(cluster.toLowerCase())

/** The SMBIOS id of a VM. */
export function uuidIn({ smbios1 }: VmKeys): string | undefined {
  const uuid = smbios1 === undefined ? undefined : tryParse('smbios1', smbios1, '9')?.uuid
  return typeof uuid === 'string' ? uuid.toLowerCase() : undefined
}

function gather(roster: Roster, guest: ObservedGuest, config: VmKeys): Evidence {
  const { cluster, byVmid, uuids } = roster
  const { record: written, fault } = parseNotes(config.description ?? '')
  const record = written?.cluster === cluster ? written : undefined
  const uuid = uuidIn(config)
  const isRecorded = record !== undefined && uuid === uuidOf({ cluster, pool: record.pool, index: record.index })
  const hasTags = hasOurTags(cluster, guest.tags)
  const reasons = [
    ...(isBare(config) ? ['it is empty, as a making that was cut off leaves it, and this home knows of none'] : []),
    ...(hasTags ? [] : [`it lacks the tags talmox and ${cluster.toLowerCase()}`]),
    ...(written === undefined ? [fault ?? 'its notes have no record of talmox'] : []),
    ...(written !== undefined && record === undefined ? [`its record names the cluster ${written.cluster}`] : []),
    ...(record === undefined || isRecorded
      ? []
      : [`its SMBIOS id is not that of ${record.node}: it seems to be a copy of it`]),
  ]
  const isOursById = uuid !== undefined && uuids.has(uuid)
  const takes: readonly Claim[] = [...claimsOf(roster, guest), ...(isOursById ? (['uuid'] as const) : [])]
  const atSeat = byVmid.get(guest.vmid)
  const isBegun = hasBegun(roster, guest)
  return { guest, config, cluster, atSeat, record, hasTags, isRecorded, isBegun, takes, reasons }
}

/** By what a VM is known to be ours. One that runs was finished once, so nothing of what proves it may be missing. */
function knownBy(evidence: Evidence): Unfinished['known'] | undefined {
  const { guest, config, atSeat, record, hasTags, isRecorded, isBegun } = evidence
  const isRunning = guest.power === 'running'
  if (record !== undefined && isRecorded) return hasTags || !isRunning ? 'record' : undefined
  if (record !== undefined) return !isRunning && isInItsSeat(evidence, record) ? 'record' : undefined
  if (isBegun && !isRunning && isLeftover(config)) return 'begun'
  if (atSeat === undefined) return undefined
  if (uuidIn(config) === atSeat.uuid && config.name === atSeat.name)
    return hasTags || !isRunning ? 'identity' : undefined
  const isOnlyBegun = isBeingMade(evidence) && uuidIn(config) === undefined && config.tags === undefined
  return isOnlyBegun && (config.name ?? atSeat.name) === atSeat.name ? 'vmid' : undefined
}

/** A copy that somebody made by hand has the notes too, but neither the name nor the VMID. */
const isInItsSeat = ({ config, atSeat }: Evidence, { pool, index, node }: OwnershipRecord): boolean =>
  config.name === node && atSeat?.pool === pool && atSeat.index === index

/** Whether a VM has nothing but its number: Proxmox gives every VM more than this once it is made, whoever made it. */
const isBare = (config: VmKeys): boolean => Object.keys(config).every((key) => BARE.has(key))

const BARE: ReadonlySet<string> = new Set(['lock', 'meta'])

/** The same with disks that were only attached to be removed with it. */
const isLeftover = (config: VmKeys): boolean =>
  Object.keys(config).every((key) => BARE.has(key) || /^scsi\d+$/.test(key))

const isBeingMade = ({ config }: Evidence): boolean => config.lock === 'create' || config.lock === 'clone'

/** What a machine of ours has and this one lacks. */
function missingOf(evidence: Evidence): readonly string[] {
  const { guest, config, atSeat, record, hasTags, isRecorded } = evidence
  const hasId = isRecorded || (atSeat !== undefined && uuidIn(config) === atSeat.uuid)
  return [
    ...(config.name === undefined ? ['name'] : []),
    ...(hasTags ? [] : ['tags']),
    ...(record === undefined ? ['record in the notes'] : []),
    ...(hasId ? [] : ['SMBIOS id']),
    // What runs was started from a disk, wherever that is.
    ...(guest.power === 'running' ? [] : missingDisk(evidence)),
  ]
}

function missingDisk({ config, atSeat, record }: Evidence): readonly string[] {
  const bootDisk = atSeat === undefined ? undefined : `${atSeat.vm.disk.bus}0`
  // A file that has come to name another bus says nothing of where a machine that was made before has its disk.
  const isSaid = record === undefined || (bootDisk !== undefined && record.keys.includes(bootDisk))
  if (bootDisk !== undefined && isSaid) return config[bootDisk] === undefined ? [`disk ${bootDisk}`] : []
  const isDisk = (key: string) => /^(?:scsi|virtio|sata|ide)\d+$/.test(key) && !config[key]?.includes('media=cdrom')
  return Object.keys(config).some(isDisk) ? [] : ['disk']
}
