import { createHash } from 'node:crypto'
import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Section } from '../../../world/section.ts'
import type { Storage } from '../../../world/storage.ts'
import type { World } from '../../../world/world.ts'
import { hasAny } from '../../auth/rights.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { changing, died } from '../../failure.ts'
import { changeAccess } from '../access/change.ts'
import { existingStorage } from './definition.ts'
import { checkOptions, defaultContent, fixedOptions, isKnownOption, requiredOptions } from './plugins.ts'

const READERS = ['Datastore.Audit', 'Datastore.AllocateSpace']
const SECRETS = ['password', 'encryption-key', 'keyring', 'master-pubkey', 'token-value']

function digestOf(world: World): string {
  return createHash('sha1').update(JSON.stringify(world.storages)).digest('hex')
}

function shown(world: World, { storage, type, options }: Storage) {
  return { ...options, storage, type, digest: digestOf(world) }
}

function list({ sim, caller, params }: Call<{ type?: string }>) {
  const { world } = sim
  return world.storages
    .filter((each) => hasAny(world, caller.id, `/storage/${each.storage}`, READERS))
    .filter((each) => params.type === undefined || each.type === params.type)
    .map((each) => shown(world, each))
}

const DEFAULT_BYTES = 256 * 1024 ** 3

/** Parameters as a configuration file keeps them: flags are numbers, lists are in one text. */
function sectionOf(params: LooseParameters): Section {
  const section: Section = {}
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined || SECRETS.includes(key)) continue
    section[key] = typeof value === 'boolean' ? Number(value) : Array.isArray(value) ? value.join(',') : asScalar(value)
  }
  return section
}

function asScalar(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value)
}

function create({ sim, params }: Call<{ storage: string; type: string }>) {
  const { storage, type, ...rest } = params
  const given = sectionOf(rest)
  if (given.nodes === '') delete given.nodes
  const options = checkOptions(type, given, true)
  changing('create storage failed', () => {
    if (sim.world.storages.some((each) => each.storage === storage)) {
      throw died(`storage ID '${storage}' already defined`)
    }
    const content = options.content ?? defaultContent(type)
    sim.world.storages.push({ storage, type, options: { ...options, content }, totalBytes: DEFAULT_BYTES })
  })
  return { storage, type }
}

function update({ sim, params }: Call<{ storage: string; digest?: string; delete?: string }>) {
  const { storage: name, digest, delete: removed = '', ...rest } = params
  let type = ''
  changing('update storage failed', () => {
    if (digest !== undefined && digest !== '' && digest !== digestOf(sim.world)) {
      throw died('detected modified configuration - file changed by other user? Try again.')
    }
    const storage = existingStorage(sim.world, name)
    type = storage.type
    const options = checkOptions(type, sectionOf(rest), false)
    const keys = splitList(removed)
    for (const key of keys) requireDeletable(type, key, options)
    const kept = Object.entries(storage.options).filter(([key]) => !keys.includes(key))
    storage.options = { ...Object.fromEntries(kept), ...options }
  })
  return { storage: name, type }
}

function requireDeletable(type: string, key: string, set: Section): void {
  if (!isKnownOption(type, key)) throw died(`no such option '${key}'`)
  if (requiredOptions(type).includes(key)) throw died(`unable to delete required option '${key}'`)
  if (fixedOptions(type).includes(key)) throw died(`unable to delete fixed option '${key}'`)
  if (key in set) throw died(`cannot set and delete property '${key}' at the same time!`)
}

function remove({ sim, params }: Call<{ storage: string }>) {
  const { world } = sim
  changing('delete storage failed', () => {
    const storage = existingStorage(world, params.storage)
    if (world.storages.some((each) => String(each.options.base ?? '').startsWith(`${params.storage}:`))) {
      throw died("can't remove storage - storage is used as base of another storage")
    }
    world.storages = world.storages.filter((each) => each !== storage)
    world.volumes = world.volumes.filter((volume) => volume.storage !== params.storage)
  })
  changeAccess(sim, `access permissions cleanup for storage ${params.storage} failed`, (draft) => {
    draft.acl = draft.acl.filter((entry) => entry.path !== `/storage/${params.storage}`)
    for (const pool of draft.pools) pool.storages = pool.storages.filter((each) => each !== params.storage)
  })
  return null
}

/** Storage definitions of the datacenter. */
export const storageHandlers: Handlers = {
  'GET /storage': list,
  'POST /storage': create,
  'GET /storage/{storage}': ({ sim, params }) => shown(sim.world, existingStorage(sim.world, params.storage)),
  'PUT /storage/{storage}': update,
  'DELETE /storage/{storage}': remove,
}
