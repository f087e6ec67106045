import { parse } from 'yaml'
import { z } from 'zod'
import { canonicalYaml } from '../../src/factory/canonical-yaml.ts'
import { hashOf } from '../../src/factory/schematic-id.ts'
import type { World } from '../world/world.ts'

const texts = z.array(z.string())

const schematic = z.strictObject({
  overlay: z
    .strictObject({
      image: z.string().optional(),
      name: z.string().optional(),
      options: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  customization: z
    .strictObject({
      embeddedMachineConfiguration: z.string().optional(),
      extraKernelArgs: texts.optional(),
      meta: z.array(z.strictObject({ key: z.number().int().min(0).max(255), value: z.string() })).optional(),
      systemExtensions: z.strictObject({ officialExtensions: texts.optional() }).optional(),
      bootloader: z.enum(['auto', 'dual-boot', 'sd-boot', 'grub']).optional(),
      secureboot: z
        .strictObject({
          enrollKeys: z.enum(['off', 'manual', 'if-safe', 'force']).optional(),
          includeWellKnownCertificates: z.boolean().optional(),
        })
        .optional(),
      diskImage: z.strictObject({ sectorSize: z.number().optional() }).optional(),
    })
    .nullish(),
})

/** What a schematic adds to Talos. */
export interface Additions {
  readonly extensions: readonly string[]
  readonly kernelArgs: readonly string[]
  readonly overlay?: string
}

/** Keeps a schematic and tells its id and canonical form; undefined for a text that is none. */
export function keepSchematic(
  world: World,
  text: string,
): { readonly id: string; readonly schematic: string } | undefined {
  const read = schematic.safeParse(parsed(text))
  if (!read.success) return undefined
  const canonical = canonicalYaml({ ...read.data, customization: read.data.customization ?? {} })
  const id = hashOf(canonical)
  world.factory.schematics[id] = canonical
  return { id, schematic: canonical }
}

/** What a schematic that was made known adds to Talos; undefined for one that nobody made known. */
export function findSchematic(world: World, id: string): Additions | undefined {
  const text = Object.hasOwn(world.factory.schematics, id) ? world.factory.schematics[id] : undefined
  if (text === undefined) return undefined
  const { customization, overlay } = schematic.parse(parsed(text))
  return {
    extensions: customization?.systemExtensions?.officialExtensions ?? [],
    kernelArgs: customization?.extraKernelArgs ?? [],
    ...(overlay?.name === undefined ? {} : { overlay: overlay.name }),
  }
}

/** A document of YAML, of which JSON is a part; nothing at all is an empty schematic. */
function parsed(text: string): unknown {
  try {
    return parse(text) ?? {}
  } catch {
    return undefined
  }
}
