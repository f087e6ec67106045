import type { Section } from '../../../world/section.ts'
import { badParameters } from '../../failure.ts'

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

/** Options that cannot change once a storage exists. */
export const fixedOptions = (type: string): readonly string[] => plugins[type]?.fixed ?? []

/** Whether a type has an option. */
export function isKnownOption(type: string, key: string): boolean {
  const { required = [], fixed = [], options = [] } = plugins[type] ?? {}
  return [...COMMON, ...required, ...fixed, ...options].includes(key)
}

/** Refuses options that do not fit the type of a storage. */
export function checkOptions(storage: string, type: string, options: Section, isNew: boolean): void {
  for (const key of Object.keys(options)) {
    if (!isKnownOption(type, key)) throw badParameters({ [key]: `unexpected property '${key}'` })
    if (!isNew && fixedOptions(type).includes(key))
      throw badParameters({ [key]: `can't change value of fixed parameter '${key}'` })
  }
  const missing = isNew ? plugins[type]?.required.find((key) => !(key in options)) : undefined
  if (missing !== undefined) throw badParameters({ [missing]: `missing value for required option '${missing}'` })
  checkContent(storage, type, String(options.content ?? ''))
}

function checkContent(storage: string, type: string, content: string): void {
  const allowed = plugins[type]?.contents ?? []
  const wrong = content.split(',').find((each) => each !== '' && !allowed.includes(each))
  if (wrong !== undefined) {
    throw badParameters({
      content: `storage '${storage}' of type '${type}' does not support content type '${wrong}'\n`,
    })
  }
}
