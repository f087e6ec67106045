import { findMethod } from '../../../../src/proxmox/method.ts'
import { grammarOf, subKeysOf } from '../../../../src/proxmox/property-string/grammar.ts'
import type { FormatName } from '../../../../src/proxmox/tables/formats.gen.ts'
import { has, requireAny } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { died, Failure } from '../../failure.ts'
import { requireVolumeAccess } from '../storage/access.ts'
import { contentsOf, existingStorage, pathOf } from '../storage/definition.ts'
import { resolveVolume } from '../storage/volume-name.ts'

/** What a backup does when nothing else is said, as the schema tells. */
function schemaDefaults(release: '8' | '9'): Readonly<Record<string, unknown>> {
  const parameters = findMethod(release, 'POST', '/nodes/{node}/vzdump')?.parameters ?? new Map()
  const plain = [...parameters].flatMap(([key, { default: value, propertyString }]) =>
    value === undefined || propertyString !== undefined || key === 'stdout' ? [] : [[key, value] as const],
  )
  return {
    ...Object.fromEntries(plain),
    fleecing: partDefaults('fleecing'),
    performance: partDefaults('performance'),
    'prune-backups': 'keep-all=1',
  }
}

function partDefaults(format: FormatName): Readonly<Record<string, string | number>> {
  const parts = subKeysOf(grammarOf(format))
  return Object.fromEntries(parts.flatMap(([key, { default: value }]) => (value === undefined ? [] : [[key, value]])))
}

const FOR_AUDITORS = ['mailto', 'tmpdir', 'dumpdir', 'script', 'ionice']

function defaults({ sim, caller, params, node }: Call<{ storage?: string }>) {
  const { world, release } = sim
  const name = params.storage ?? 'local'
  requireAny(world, caller.id, `/storage/${name}`, ['Datastore.Audit', 'Datastore.AllocateSpace'])
  const storage = existingStorage(world, name)
  if (!contentsOf(storage).includes('backup')) {
    throw died(`can't use storage '${name}' for backups - wrong content type`)
  }
  const path = pathOf(storage)
  const prune = storage.options['prune-backups']
  const all: Record<string, unknown> = {
    ...schemaDefaults(release.tables),
    storage: name,
    ...(path === undefined ? {} : { dumpdir: `${path}/dump` }),
    ...(prune === undefined ? {} : { 'prune-backups': prune }),
  }
  if (!has(world, caller.id, `/nodes/${node}`, ['Sys.Audit'])) for (const key of FOR_AUDITORS) delete all[key]
  return all
}

/** Tells of archives that are missing; what stands in one is not kept here. */
function extractConfig({ sim, caller, params }: Call<{ volume: string }>) {
  const [storage, name] = resolveVolume(undefined, params.volume)
  requireVolumeAccess(sim.world, caller.id, existingStorage(sim.world, storage), name)
  if (!sim.world.volumes.some((each) => each.storage === storage && each.name === name)) {
    throw died(`volume '${params.volume}' does not exist`)
  }
  throw new Failure(501, `the configuration inside '${params.volume}' is not simulated`)
}

/** What backups do by themselves, and what an archive holds. */
export const backupDefaultHandlers: Handlers = {
  'GET /nodes/{node}/vzdump/defaults': defaults,
  'GET /nodes/{node}/vzdump/extractconfig': extractConfig,
}
