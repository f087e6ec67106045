import type { Section } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import { type Caller, isRoot } from '../../auth/caller.ts'
import { requireAll } from '../../auth/rights.ts'
import type { LooseParameters } from '../../call.ts'
import { propertyParts } from '../../config/property-parts.ts'
import { sectionOf } from '../../config/section-config.ts'
import { badParameters } from '../../failure.ts'

const ONLY_ROOT = ['tmpdir', 'dumpdir', 'script', 'job-id']
const TUNING = ['bwlimit', 'ionice', 'performance']

/** Refuses what only some may ask of a backup. */
export function requireRights(world: World, caller: Caller, given: LooseParameters): void {
  if (isRoot(caller)) return
  const key = ONLY_ROOT.find((each) => given[each] !== undefined)
  if (key !== undefined) throw badParameters({ [key]: 'Only root may set this option.' })
  if (TUNING.some((each) => given[each] !== undefined)) requireAll(world, caller.id, '/', ['Sys.Modify'])
  const { storage } = propertyParts('fleecing', String(given.fleecing ?? ''))
  if (storage !== undefined) requireAll(world, caller.id, `/storage/${storage}`, ['Datastore.AllocateSpace'])
}

/** The storage that backups go to; none when they go to a directory. */
export const targetStorage = (given: LooseParameters): string | undefined =>
  given.dumpdir ? undefined : String(given.storage || 'local')

/** Refuses contradictions, and a choice of no guests where there must be one. */
export function checkSelection(given: LooseParameters, isComplete: boolean): void {
  const rival = ['all', 'exclude', 'pool'].find((key) => given[key] && given.vmid)
  if (rival !== undefined) throw badParameters({ [rival]: "option conflicts with option 'vmid'" })
  if (given['notes-template']) checkNotes(String(given['notes-template']))
  const chosen = [given.all, given.stop, given.pool, given.vmid, given.exclude].some(Boolean)
  if (isComplete && !chosen) throw badParameters({ vmid: 'property is missing' })
}

const VARIABLES = ['cluster', 'guestname', 'node', 'vmid']

function checkNotes(template: string): void {
  if (template.includes('\n')) throw badParameters({ 'notes-template': 'contains a line feed\n' })
  const escapes = [...template.matchAll(/\\(.)/g)]
    .filter(([, char = '']) => !/[n\\]/.test(char))
    .map(({ index, 1: char }) => `escape sequence '\\${char}' at char ${index}`)
  const variables = [...template.matchAll(/\{\{([^\s{}]+)\}\}/g)]
    .filter(([, name = '']) => !VARIABLES.includes(name))
    .map(({ index, 1: name }) => `variable '${name}' at char ${index + 4}`)
  const unknown = [...escapes, ...variables]
  if (unknown.length > 0) throw badParameters({ 'notes-template': `found unknown: ${unknown.join(', ')}\n` })
}

/** A request as a job keeps it: excluding some guests means all others. */
export function keptSettings(given: LooseParameters): Section {
  const section = sectionOf(given)
  return section.exclude !== undefined && section.pool === undefined ? { ...section, all: 1 } : section
}
