import type { Storage } from '../../../../world/storage.ts'
import { pathOf } from '../../storage/definition.ts'

const isFiles = (storage: Storage): boolean => pathOf(storage) !== undefined

/** The format of a storage's disks when nobody asks for another. */
export const defaultFormat = (storage: Storage): string =>
  isFiles(storage) ? String(storage.options.format ?? 'raw') : 'raw'

/** The format that a storage can give to whoever wishes for one. */
export function resolveFormat(storage: Storage, wish: string | undefined): string {
  if (wish === undefined) return defaultFormat(storage)
  const supported = isFiles(storage) ? ['raw', 'qcow2', 'vmdk'] : ['raw']
  return supported.includes(wish) ? wish : defaultFormat(storage)
}

/** The format of a volume, which its name tells. */
export const formatOfName = (name: string): string => /\.(raw|qcow2|vmdk|qcow|qed|cloop)$/.exec(name)?.[1] ?? 'raw'

/** What the program that makes an image says. */
export function formattingLine(path: string, format: string, sizeBytes: number): string {
  const head = `Formatting '${path}', fmt=${format}`
  if (format === 'qcow2') {
    const before = 'cluster_size=65536 extended_l2=off preallocation=metadata compression_type=zlib'
    return `${head} ${before} size=${sizeBytes} lazy_refcounts=off refcount_bits=16`
  }
  if (format === 'vmdk') return `${head} size=${sizeBytes} compat6=off hwversion=undefined`
  return `${head} size=${sizeBytes} preallocation=off`
}

/** What it says of an image that stands on another. */
export function linkedFormattingLine(path: string, base: string, baseFormat: string, sizeBytes: number): string {
  const before = 'cluster_size=131072 extended_l2=on preallocation=metadata compression_type=zlib'
  const after = `backing_file=${base} backing_fmt=${baseFormat} lazy_refcounts=off refcount_bits=16`
  return `Formatting '${path}', fmt=qcow2 ${before} size=${sizeBytes} ${after}`
}
