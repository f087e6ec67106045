import { systemDisk } from './disk.ts'
import { membershipOf } from './etcd/cluster.ts'
import { databaseFile } from './etcd/snapshot.ts'
import type { Node } from './node.ts'

type Content = string | Uint8Array | undefined

/** Files of a machine that somebody may want to read, by their paths. */
const FILES: Readonly<Record<string, (node: Node) => Content>> = {
  '/proc/sys/kernel/random/boot_id': ({ state }) => `${state.boot}\n`,
  '/proc/cmdline': ({ state }) => `talos.platform=${state.image?.platform ?? ''} console=tty1 init_on_alloc=1\n`,
  '/proc/uptime': ({ state, talos }) => `${((talos.clock.now() - state.bootedAt) / 1000).toFixed(2)} 0.00\n`,
  '/etc/hostname': ({ state }) => `${state.network.hostname}\n`,
  '/etc/os-release': ({ state }) =>
    `NAME="Talos"\nID=talos\nVERSION_ID=${state.image?.version}\nPRETTY_NAME="Talos (${state.image?.version})"\n`,
  '/etc/resolv.conf': ({ state }) => state.network.nameservers.map((server) => `nameserver ${server}\n`).join(''),
  '/system/state/config.yaml': (node) => systemDisk(node)?.state?.config,
  '/var/lib/etcd/member/snap/db'(node) {
    const cluster = node.state.mounted ? membershipOf(node)?.cluster : undefined
    return cluster === undefined ? undefined : databaseFile(cluster)
  },
}

/** Folders that are there without any of the files. */
const FOLDERS = ['/', '/etc', '/proc', '/system', '/system/state', '/var', '/var/lib', '/var/log']

/** The content of a file; nothing where there is none. */
export const readFile = (node: Node, path: string): Content =>
  Object.hasOwn(FILES, path) ? FILES[path]?.(node) : undefined

/** A file or a folder of a machine. */
export interface FileEntry {
  readonly path: string
  readonly bytes: number
  readonly isFolder: boolean
}

/** What an empty folder takes. */
const FOLDER_BYTES = 4096

/** A file or folder and everything below it, each folder before what is in it; nothing where there is none. */
export function filesBelow(node: Node, root: string): readonly FileEntry[] {
  const files = Object.keys(FILES).flatMap((path): FileEntry[] => {
    const content = isBelow(path, root) ? readFile(node, path) : undefined
    return content === undefined ? [] : [{ path, bytes: Buffer.byteLength(content), isFolder: false }]
  })
  const folders = new Set([
    ...FOLDERS.filter((path) => isBelow(path, root)),
    ...files.flatMap(({ path }) => above(path, root)),
  ])
  return [...files, ...[...folders].map((path) => ({ path, bytes: FOLDER_BYTES, isFolder: true }))].sort((a, b) =>
    sortKey(a) < sortKey(b) ? -1 : 1,
  )
}

// A space sorts before everything that names have, so that a folder comes before its neighbours' longer names.
const sortKey = ({ path }: FileEntry): string => path.replaceAll('/', ' ')

const isBelow = (path: string, root: string): boolean => root === '/' || path === root || path.startsWith(`${root}/`)

/** The folders that a file lies in, up to the one that somebody looks at. */
function above(path: string, root: string): readonly string[] {
  const parts = path.split('/').slice(1, -1)
  const folders = parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
  return folders.filter((folder) => isBelow(folder, root))
}
