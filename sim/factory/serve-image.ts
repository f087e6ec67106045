import { parseImageFile } from '../../src/factory/image-file.ts'
import { isOfficial } from '../../src/factory/require-extensions.ts'
import { type TalosImage, talosImageAt } from '../world/talos-image.ts'
import type { World } from '../world/world.ts'
import { extensionsOf, knownVersions, overlaysOf } from './catalogue.ts'
import { imageSize } from './image-bytes.ts'
import { findSchematic } from './schematics.ts'

/** An image that a factory serves. */
export interface ServedImage {
  readonly image: TalosImage
  readonly name: string
  readonly sizeBytes: number
}

/** Why a factory serves nothing, with its status and text. */
export interface Refusal {
  readonly status: number
  readonly text: string
}

const refuse = (status: number, text: string): Refusal => ({ status, text: `${text}\n` })

const PAID = /\.(?:sha256|sha512|sigstore\.json)$/

/** Finds the image behind `/image/SCHEMATIC/VERSION/FILE`, or why there is none. */
export function serveImage(world: World, path: string): ServedImage | Refusal {
  const [, , schematic = '', version = '', name = ''] = path.split('/')
  if (PAID.test(name)) return refuse(402, 'this is a feature of the enterprise edition')
  const additions = findSchematic(world, schematic)
  if (!/^[0-9a-f]{64}$/.test(schematic)) return refuse(400, 'invalid schematic id')
  if (additions === undefined) return refuse(404, `schematic ${schematic} not found`)
  if (!/^v\d+\.\d+\.\d+/.test(version)) return refuse(500, 'internal server error')
  if (!knownVersions().includes(version)) return refuse(404, `artifact for version ${version} not found`)
  const file = parseImageFile(name)
  const image = talosImageAt(new URL(path, world.factory.url).href)
  if (file === undefined || image === undefined) return refuse(400, `invalid path: ${name}`)
  const official = new Set(extensionsOf(version))
  const missing = additions.extensions.find((each) => !isOfficial(each, official))
  if (missing !== undefined)
    return refuse(400, `official extension "${missing}" is not available for Talos version ${version}`)
  const { overlay } = additions
  if (overlay !== undefined && !overlaysOf(version).some((each) => each.name === overlay)) {
    return refuse(400, `official overlay "${overlay}" is not available for Talos version ${version}`)
  }
  return { image, name, sizeBytes: imageSize(file.extension, world.factory.sizes) }
}
