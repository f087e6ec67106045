import type { Storage, Volume } from '../../../world/storage.ts'
import { badParameters, died } from '../../failure.ts'
import { pathOf } from './definition.ts'

/** What the name of a volume tells. */
export interface VolumeName {
  readonly content: Volume['content']
  readonly vmid?: number
  /** Where the file is, for storages of files. */
  readonly path: string
}

const FOLDERS: readonly (readonly [Volume['content'], RegExp, string])[] = [
  ['iso', /^iso\/([^/]+\.(?:iso|img))$/i, 'template/iso'],
  ['vztmpl', /^vztmpl\/([^/]+\.(?:tar|tar\.(?:gz|xz|zst|bz2)))$/i, 'template/cache'],
  ['backup', /^backup\/([^/]+(?:\.(?:tgz|(?:tar|vma)(?:\.(?:gz|lzo|zst|bz2))?)))$/, 'dump'],
  ['snippets', /^snippets\/([^/]+)$/, 'snippets'],
  ['import', /^import\/([A-Za-z0-9\-.+=_]+\.(?:ova|ovf|qcow2|raw|vmdk))$/, 'import'],
]

/** Reads the name of a volume; refuses what the storage's type cannot have. */
export function parseVolumeName(storage: Storage, name: string): VolumeName {
  const root = pathOf(storage)
  return root === undefined ? parseBlockName(storage, name) : parseFileName(root, name)
}

function parseFileName(root: string, name: string): VolumeName {
  for (const [content, shape, folder] of FOLDERS) {
    const [, file] = shape.exec(name) ?? []
    if (file === undefined) continue
    const owner = content === 'backup' ? /^vzdump-(?:qemu|lxc|openvz)-(\d+)-/.exec(file)?.[1] : undefined
    return { content, path: `${root}/${folder}/${file}`, ...(owner === undefined ? {} : { vmid: Number(owner) }) }
  }
  const [, linked, vmid = '', file] = /^(?:(\d+\/\S+)\/)?(\d+)\/(\S+)$/.exec(name) ?? []
  const isImage = file !== undefined && (linked === undefined || !file.includes('/'))
  if (!isImage) throw died(`unable to parse directory volume name '${name}'`)
  return { content: 'images', vmid: Number(vmid), path: `${root}/images/${vmid}/${file}` }
}

const KINDS: Readonly<Record<string, string>> = {
  lvm: 'lvm',
  lvmthin: 'lvm',
  zfspool: 'zfs',
  zfs: 'zfs',
  rbd: 'rbd',
}

function parseBlockName(storage: Storage, name: string): VolumeName {
  const [, vmid] = /^(?:base-\d+-\S+\/)?(?:vm|base|subvol|basevol)-(\d+)-\S+$/.exec(name) ?? []
  if (vmid === undefined) throw died(`unable to parse ${KINDS[storage.type] ?? storage.type} volume name '${name}'`)
  const content = name.startsWith('subvol-') ? 'rootdir' : 'images'
  return { content, vmid: Number(vmid), path: devicePath(storage, name) }
}

function devicePath({ type, options }: Storage, name: string): string {
  const leaf = name.split('/').at(-1) ?? name
  if (type === 'zfspool' || type === 'zfs') return `/dev/zvol/${options.pool}/${leaf}`
  if (type === 'rbd') return `/dev/rbd-pve/${options.pool}/${leaf}`
  return `/dev/${options.vgname}/${leaf}`
}

/** The storage and name behind a volume of a request, which may leave the storage out. */
export function resolveVolume(storage: string | undefined, volume: string): readonly [storage: string, name: string] {
  if (!volume.includes(':')) {
    if (storage === undefined) throw badParameters({ volume: 'no storage specified - incomplete volume ID' })
    return [storage, volume]
  }
  const [, named, name] = /^([A-Za-z][A-Za-z0-9\-_.]*[A-Za-z0-9]):(.+)$/.exec(volume) ?? []
  if (named === undefined || name === undefined) {
    throw badParameters({ volume: `unable to parse volume ID '${volume}'\n` })
  }
  if (storage !== undefined && named !== storage) {
    throw badParameters({ volume: `storage ID mismatch (${named} != ${storage})\n` })
  }
  return [named, name]
}
