import { z } from 'zod'
import type { Role } from '../placement/types.ts'
import { settingsShape } from '../spec/schema/machine.ts'
import { type Layer, layer } from './layers.ts'

/** What a machine of a role has when the file says nothing: the only built-in values that depend on the role. */
const roleDefaults = {
  controlplane: { vm: { cores: 4, memory: '8GiB', disk: { size: '40GiB' } } },
  worker: { vm: { cores: 8, memory: '16GiB', disk: { size: '50GiB' } } },
} as const satisfies Record<Role, unknown>

const settings = z.strictObject(settingsShape)

/** The bottom layer: the defaults that the schema itself declares, and those of the role. */
export function builtInLayer(role: Role): Layer {
  const declared = defaultsOf(settings) as Record<string, object>
  const vm = {
    ...declared.vm,
    ...roleDefaults[role].vm,
    disk: { ...(declared.vm as { disk: object }).disk, ...roleDefaults[role].vm.disk },
  }
  const value = settings.parse({ ...declared, vm })
  return { ...layer([], value, []), base: undefined }
}

/** The defaults of a schema, as a user would write them, nested as the schema is. */
export function defaultsOf(schema: z.ZodType): unknown {
  const { default: own } = (schema.meta() ?? {}) as { default?: unknown }
  if (own !== undefined) return own
  if (schema instanceof z.ZodOptional) return defaultsOf(schema.unwrap() as z.ZodType)
  if (!(schema instanceof z.ZodObject)) return undefined
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>)
    .map(([key, inner]) => [key, defaultsOf(inner)] as const)
    .filter(([, value]) => value !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
