import { Code, ConnectError, type HandlerContext, type ServiceImpl } from '@connectrpc/connect'
import { ListRequest_Type as Type } from '../../../../src/talos/gen/machine/files_pb.ts'
import type { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { type FileEntry, filesBelow } from '../../files.ts'
import { targetOf } from '../target.ts'

type FileCalls = Pick<ServiceImpl<typeof MachineService>, 'list' | 'diskUsage'>

// As Go counts modes.
const FOLDER_MODE = 2 ** 31 + 0o755
const FILE_MODE = 0o644

/** What lies on a machine, and how much room it takes. */
export const fileCalls: FileCalls = {
  async *list({ root, recurse, recursionDepth, types }, context) {
    const path = wholePath(root)
    const depth = recurse ? recursionDepth || Number.POSITIVE_INFINITY : 0
    const modified = BigInt(Math.floor(targetOf(context).state.bootedAt / 1000))
    for (const entry of walk(context, path)) {
      // Without recursion a folder still shows what is directly in it.
      if (depthBelow(path, entry) > Math.max(depth, 1)) continue
      if (types.length > 0 && !types.includes(entry.isFolder ? Type.DIRECTORY : Type.REGULAR)) continue
      yield {
        name: entry.path,
        relativeName: relativeTo(path, entry),
        size: BigInt(entry.bytes),
        mode: entry.isFolder ? FOLDER_MODE : FILE_MODE,
        modified,
        isDir: entry.isFolder,
      }
    }
  },
  async *diskUsage({ recursionDepth, all, threshold, paths }, context) {
    // Talos looks at the first path only, however many it is given.
    const path = wholePath(paths[0] ?? '')
    const found = walk(context, path)
    const isShown = (entry: FileEntry, size: bigint): boolean =>
      (recursionDepth <= 0 || depthBelow(path, entry) < recursionDepth) &&
      (entry.isFolder || all) &&
      (threshold <= 0n || size >= threshold) &&
      (threshold >= 0n || size <= -threshold)
    for (const entry of contentsFirst(found)) {
      const size = BigInt(found.filter((one) => isWithin(one, entry)).reduce((sum, { bytes }) => sum + bytes, 0))
      if (isShown(entry, size)) yield { name: entry.path, relativeName: relativeTo(path, entry), size }
    }
  },
}

function walk(context: HandlerContext, path: string): readonly FileEntry[] {
  const found = filesBelow(targetOf(context), path)
  if (found.length === 0) throw new ConnectError(`lstat ${path}: no such file or directory`, Code.Unknown)
  return found
}

function wholePath(path: string): string {
  const trimmed = path.replace(/\/$/, '')
  return trimmed.startsWith('/') ? trimmed : `/${trimmed}`
}

const isWithin = (entry: FileEntry, folder: FileEntry): boolean =>
  entry === folder || entry.path.startsWith(folder.path === '/' ? '/' : `${folder.path}/`)

/** Every folder after what is in it. */
function contentsFirst(entries: readonly FileEntry[]): readonly FileEntry[] {
  const [root, ...rest] = entries
  if (root === undefined) return []
  const children = rest.filter(
    (entry) => !rest.some((other) => other !== entry && other.isFolder && isWithin(entry, other)),
  )
  return [...children.flatMap((child) => contentsFirst(rest.filter((one) => isWithin(one, child)))), root]
}

function depthBelow(root: string, { path }: FileEntry): number {
  return path === root ? 0 : path.slice(root === '/' ? 1 : root.length + 1).split('/').length
}

function relativeTo(root: string, { path, isFolder }: FileEntry): string {
  if (path === root) return isFolder ? '.' : path.slice(path.lastIndexOf('/') + 1)
  return path.slice(root === '/' ? 1 : root.length + 1)
}
