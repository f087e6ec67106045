import type { Volume } from './storage.ts'
import { talosImageAt } from './talos-image.ts'

/** A volume that exists from the start. */
export interface VolumeSeed {
  readonly volid: string
  readonly size: number
  readonly file_bytes?: number | undefined
  readonly format?: string | undefined
  /** The address of the image factory that it came from. */
  readonly from?: string | undefined
}

const FORMATS: Readonly<Record<string, string>> = { iso: 'iso', snippets: 'snippet' }

/** Makes the volume that an identifier such as `local:iso/boot.iso` names. */
export function buildVolume(seed: VolumeSeed, node: string | undefined, ctime: number): Volume {
  const colon = seed.volid.indexOf(':')
  const name = seed.volid.slice(colon + 1)
  const content = contentOf(name)
  const vmid = /(?:^|\/)(?:vm|base|subvol)-(\d+)-/.exec(name)?.[1]
  const image = seed.from === undefined ? undefined : talosImageAt(seed.from)
  const extension = /\.([a-z0-9]+)$/.exec(name)?.[1]
  return {
    storage: seed.volid.slice(0, colon),
    ...(node === undefined ? {} : { node }),
    name,
    content,
    format: seed.format ?? FORMATS[content] ?? extension ?? 'raw',
    sizeBytes: seed.size,
    usedBytes: seed.file_bytes ?? seed.size,
    ctime,
    ...(vmid === undefined ? {} : { vmid: Number(vmid) }),
    ...(image === undefined ? {} : { image }),
  }
}

const CONTENTS = ['iso', 'vztmpl', 'backup', 'snippets', 'import'] as const

function contentOf(name: string): Volume['content'] {
  return CONTENTS.find((content) => name.startsWith(`${content}/`)) ?? 'images'
}
