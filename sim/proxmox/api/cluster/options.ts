import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { grammarOf, subKeyOf } from '../../../../src/proxmox/property-string/grammar.ts'
import { splitPropertyString } from '../../../../src/proxmox/property-string/split.ts'
import type { FormatName } from '../../../../src/proxmox/tables/formats.gen.ts'
import type { Section } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import { has } from '../../auth/rights.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { died } from '../../failure.ts'

/** Options that are shown in their parts. */
const PARTS = [
  'crs',
  'ha',
  'migration',
  'next-id',
  'notify',
  'replication',
  'tag-style',
  'u2f',
  'user-tag-access',
  'webauthn',
] as const

const isParted = (key: string): key is (typeof PARTS)[number] => PARTS.some((each) => each === key)

/** The parts of an option of the datacenter that is a property string; flags become numbers, all else stays text. */
export function optionParts(world: World, key: (typeof PARTS)[number]): Readonly<Record<string, string | number>> {
  const text = world.options[key]
  return text === undefined ? {} : parts(key, String(text))
}

function parts(name: FormatName, text: string): Record<string, string | number> {
  const grammar = grammarOf(name, '9')
  const split = splitPropertyString(grammar, text)
  if ('fault' in split) return {}
  return Object.fromEntries(
    [...split.values].map(([key, value]) => {
      const isFlag = subKeyOf(grammar, key)?.type === 'boolean'
      return [key, isFlag ? Number(/^(?:1|on|yes|true)$/i.test(value)) : value]
    }),
  )
}

const DEFAULT_MAC_PREFIX = 'BC:24:11'

function read({ sim, caller }: Call<object>) {
  const { world } = sim
  const tags = { 'allowed-tags': allowedTags(world, caller.id) }
  const all = has(world, caller.id, '/', ['Sys.Audit'])
  const keys = Object.keys(world.options).filter((key) => all || key === 'console' || key === 'tag-style')
  const shown = Object.fromEntries(keys.map((key) => [key, shownOption(world, key)]))
  return all ? { description: '', mac_prefix: DEFAULT_MAC_PREFIX, ...shown, ...tags } : { ...shown, ...tags }
}

function shownOption(world: World, key: string) {
  const value = world.options[key]
  if (key === 'registered-tags') return String(value).split(';')
  if (key === 'user-tag-access') {
    const { 'user-allow-list': list, ...rest } = optionParts(world, key)
    return list === undefined ? rest : { ...rest, 'user-allow-list': String(list).split(';') }
  }
  return isParted(key) ? optionParts(world, key) : value
}

/** The tags that somebody may set freely: those in use that they see, those registered, and those listed. */
export function allowedTags(world: World, id: string): readonly string[] {
  const registered = String(world.options['registered-tags'] ?? '').split(';')
  const { 'user-allow': mode = 'free', 'user-allow-list': list = '' } = optionParts(world, 'user-tag-access')
  const isAdmin = has(world, id, '/', ['Sys.Modify'])
  const used = world.vms
    .filter((vm) => has(world, id, `/vms/${vm.vmid}`, ['VM.Audit']))
    .flatMap((vm) => splitList(vm.config.tags ?? ''))
  const listed = mode === 'list' || mode === 'existing' ? String(list).split(';') : []
  const free = mode === 'none' && !isAdmin ? [] : [...(mode === 'list' && !isAdmin ? [] : used), ...listed]
  return [...new Set([...free, ...(isAdmin ? registered : [])])].filter(Boolean).sort()
}

function update({ sim, params }: Call<{ delete?: string }>) {
  const { delete: removed = '', ...given } = params
  const options: Section = { ...sim.world.options, ...sectionOf(given) }
  for (const key of splitList(removed)) delete options[key]
  requireRange(options['next-id'])
  if (options.mac_prefix === DEFAULT_MAC_PREFIX) delete options.mac_prefix
  sim.world.options = options
  return null
}

/** Options as their file keeps them: a description ends its last line, and everything is text. */
function sectionOf(given: LooseParameters): Section {
  const section: Section = {}
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (key === 'description') section[key] = value === '' ? '' : `${String(value).replace(/\n$/, '')}\n`
    else if (key === 'registered-tags') section[key] = splitList(String(value)).join(';')
    else section[key] = typeof value === 'boolean' ? Number(value) : String(value)
  }
  return section
}

function requireRange(nextId: Section[string] | undefined): void {
  if (nextId === undefined) return
  const { lower = 100, upper = 1_000_000 } = parts('next-id', String(nextId))
  if (Number(lower) > Number(upper)) throw died(`lower (${lower}) <= upper (${upper}) boundary rule broken`)
}

/** Settings of the datacenter. */
export const optionHandlers: Handlers = {
  'GET /cluster/options': read,
  'PUT /cluster/options': update,
}
