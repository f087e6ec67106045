import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Section } from '../../../world/section.ts'
import { died } from '../../failure.ts'

/** What a type of storage takes: what it must have, what cannot change, what it can hold. */
interface Plugin {
  readonly required: readonly string[]
  readonly fixed?: readonly string[]
  readonly options?: readonly string[]
  readonly contents: readonly string[]
  readonly content: string
}

const FILES = ['images', 'rootdir', 'vztmpl', 'iso', 'backup', 'snippets', 'none', 'import']
const BLOCKS = ['images', 'rootdir']

const COMMON = ['nodes', 'disable', 'content', 'shared', 'bwlimit', 'format', 'snapshot-as-volume-chain']
const FILE_OPTIONS = [
  ...['mkdir', 'create-base-path', 'create-subdirs', 'content-dirs', 'is_mountpoint', 'preallocation'],
  ...['prune-backups', 'max-protected-backups', 'maxfiles', 'options'],
]

const plugins: Readonly<Record<string, Plugin>> = {
  dir: { required: ['path'], fixed: ['path'], options: FILE_OPTIONS, contents: FILES, content: 'images,rootdir' },
  btrfs: {
    required: ['path'],
    fixed: ['path'],
    options: [...FILE_OPTIONS, 'nocow'],
    contents: FILES,
    content: 'images,rootdir',
  },
  nfs: {
    required: ['server', 'export'],
    fixed: ['server', 'export', 'path'],
    options: FILE_OPTIONS,
    contents: FILES,
    content: 'images',
  },
  cifs: {
    required: ['server', 'share'],
    fixed: ['server', 'share', 'path'],
    options: [...FILE_OPTIONS, 'username', 'password', 'domain', 'smbversion', 'subdir'],
    contents: FILES,
    content: 'images',
  },
  cephfs: {
    required: [],
    fixed: ['path', 'subdir'],
    options: [...FILE_OPTIONS, 'monhost', 'username', 'fuse', 'keyring', 'fs-name'],
    contents: ['vztmpl', 'iso', 'backup', 'snippets', 'import'],
    content: 'backup',
  },
  lvm: {
    required: ['vgname'],
    fixed: ['vgname', 'base'],
    options: ['saferemove', 'saferemove_throughput', 'saferemove-stepsize', 'tagged_only'],
    contents: BLOCKS,
    content: 'images',
  },
  lvmthin: {
    required: ['vgname', 'thinpool'],
    fixed: ['vgname', 'thinpool'],
    contents: BLOCKS,
    content: 'images,rootdir',
  },
  zfspool: {
    required: ['pool'],
    fixed: ['pool'],
    options: ['blocksize', 'sparse', 'mountpoint'],
    contents: BLOCKS,
    content: 'images,rootdir',
  },
  zfs: {
    required: ['iscsiprovider', 'portal', 'target', 'pool'],
    fixed: ['iscsiprovider', 'portal', 'target', 'pool'],
    options: ['blocksize', 'sparse', 'comstar_tg', 'comstar_hg', 'lio_tpg', 'nowritecache', 'zfs-base-path'],
    contents: ['images'],
    content: 'images',
  },
  rbd: {
    required: [],
    fixed: ['pool', 'data-pool', 'namespace'],
    options: ['monhost', 'username', 'krbd', 'keyring'],
    contents: BLOCKS,
    content: 'images',
  },
  iscsi: {
    required: ['portal', 'target'],
    fixed: ['portal', 'target'],
    contents: ['images', 'none'],
    content: 'images',
  },
  iscsidirect: {
    required: ['portal', 'target'],
    fixed: ['portal', 'target'],
    contents: ['images', 'none'],
    content: 'images',
  },
  pbs: {
    required: ['server', 'datastore'],
    fixed: ['datastore'],
    options: [
      ...['port', 'username', 'password', 'encryption-key', 'master-pubkey', 'fingerprint', 'namespace'],
      ...['prune-backups', 'max-protected-backups', 'maxfiles'],
    ],
    contents: ['backup', 'none'],
    content: 'backup',
  },
  esxi: {
    required: ['server'],
    options: ['username', 'password', 'port', 'skip-cert-verification'],
    contents: ['import'],
    content: 'import',
  },
}

/** What a storage of a type holds when nobody says. */
export const defaultContent = (type: string): string => plugins[type]?.content ?? 'images'

/** Options that a storage must have. */
export const requiredOptions = (type: string): readonly string[] => plugins[type]?.required ?? []

/** Options that cannot change once a storage exists. */
export const fixedOptions = (type: string): readonly string[] => plugins[type]?.fixed ?? []

/** Whether a type has an option. */
export function isKnownOption(type: string, key: string): boolean {
  const { required = [], fixed = [], options = [] } = plugins[type] ?? {}
  return [...COMMON, ...required, ...fixed, ...options].includes(key)
}

/** The options of a storage as they are kept; refuses those that do not fit its type. */
export function checkOptions(type: string, options: Section, isNew: boolean): Section {
  for (const key of Object.keys(options)) {
    const isFixed = !isNew && fixedOptions(type).includes(key)
    if (isFixed) throw died(`can't change value of fixed parameter '${key}'`)
    if (!isKnownOption(type, key)) throw died(`unexpected property '${key}'`)
  }
  const missing = isNew ? plugins[type]?.required.find((key) => !(key in options)) : undefined
  if (missing !== undefined) throw died(`missing value for required option '${missing}'`)
  return { ...options, ...pathOption(type, options), ...contentOption(type, options) }
}

function pathOption(type: string, { path }: Section): Section {
  if (path === undefined) return {}
  const text = String(path)
  if (type === 'dir' && !/^\/[-/a-zA-Z0-9_.@]+$/.test(text)) throw died(`illegal path for directory storage: ${text}`)
  return { path: text.replace(/\/+/g, '/').replace(/(.)\/$/, '$1') }
}

/** Content that a type cannot hold is left out without a word. */
function contentOption(type: string, { content }: Section): Section {
  if (content === undefined) return {}
  const allowed = plugins[type]?.contents ?? []
  const kept = splitList(String(content)).filter((each) => allowed.includes(each))
  if (kept.includes('none') && kept.length > 1) throw died("unable to combine 'none' with other content types")
  if (kept.length === 0 && !allowed.includes('none')) throw died("storage does not support content type 'none'")
  return { content: kept.join(',') || 'none' }
}
