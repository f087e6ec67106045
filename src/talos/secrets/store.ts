import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isErrno } from '../../files/errno.ts'
import { createPrivate } from '../../files/write-private.ts'
import { UserError } from '../../user-error.ts'
import { decryptWithAge, encryptWithAge, isAgeEncrypted } from './age.ts'
import type { SecretsBundle } from './bundle.ts'
import { createSecretsBundle } from './create.ts'
import { describeIdentity, type IdentitySource, readIdentities } from './identity.ts'
import { parseSecrets } from './read.ts'
import { formatSecrets } from './write.ts'

/** Where and how the secrets of one cluster are kept. */
export interface SecretsStore {
  /** The cluster's home directory. */
  readonly home: string
  /** Age recipients to encrypt to; none means plain text. */
  readonly recipients: readonly string[]
  /** What an encrypted file is opened with. */
  readonly identity: IdentitySource | undefined
  readonly now: Date
}

/** Secrets as found in a store. */
export interface StoredSecrets {
  readonly bundle: SecretsBundle
  readonly path: string
  readonly encrypted: boolean
}

/** Path of the one file that holds the secrets, plain or encrypted: one name, so that two can never disagree. */
export const secretsPath = (home: string): string => path.join(home, 'secrets.yaml')

/** Loads the secrets; nothing when there are none. */
export async function loadSecrets(store: SecretsStore): Promise<StoredSecrets | undefined> {
  const file = secretsPath(store.home)
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  return { bundle: await openText(text, { file, ...store }), path: file, encrypted: isAgeEncrypted(text) }
}

/** Reads the text of a bundle, plain or encrypted; `file` is where it comes from. */
export async function openText(
  text: string,
  { file, identity, now }: Pick<SecretsStore, 'identity' | 'now'> & { readonly file: string },
): Promise<SecretsBundle> {
  const plain = isAgeEncrypted(text) ? await decrypt(text, file, identity) : text
  return parseSecrets(plain, { source: file, now })
}

/** What decides between loading and making secrets. */
export interface LoadOrCreate extends SecretsStore {
  /** Whether anything of the cluster lives already: its secrets can then not be made anew. */
  readonly clusterExists: boolean
  readonly talosVersion: string
  /** Makes the secrets, where that has been begun before. */
  readonly make?: (() => Promise<SecretsBundle>) | undefined
}

/** Loads the secrets, or makes them for a cluster that is not there yet; of several processes one makes, the others load. */
export async function loadOrCreate(options: LoadOrCreate): Promise<StoredSecrets & { readonly created: boolean }> {
  const found = await loadSecrets(options)
  if (found !== undefined) return { ...found, created: false }
  const file = secretsPath(options.home)
  if (options.clusterExists) throw lostSecrets(file)
  const bundle = await (options.make?.() ?? createSecretsBundle(options.talosVersion, options.now))
  if (await createPrivate(file, await seal(options, bundle))) {
    return { bundle, path: file, encrypted: options.recipients.length > 0, created: true }
  }
  const winner = await loadSecrets(options)
  if (winner === undefined) throw lostSecrets(file)
  return { ...winner, created: false }
}

function lostSecrets(file: string): UserError {
  return new UserError('secrets-missing', `the cluster exists, but its secrets are not at ${file}`, {
    hint:
      `copy the file there from the machine or backup that has it, or rebuild it from a control plane's configuration with ` +
      `talosctl gen secrets --from-controlplane-config controlplane.yaml --output-file ${file}; ` +
      'new secrets would lock everyone out of the running cluster, so none were made',
  })
}

/** The file's content; what is encrypted is opened once before it counts, since a locked bundle is a lost cluster. */
async function seal(store: SecretsStore, bundle: SecretsBundle): Promise<string> {
  const plain = formatSecrets(bundle)
  if (store.recipients.length === 0) return plain
  const sealed = await encryptWithAge(plain, store.recipients)
  await decrypt(sealed, secretsPath(store.home), store.identity)
  return sealed
}

async function decrypt(sealed: string, file: string, identity: IdentitySource | undefined): Promise<string> {
  if (identity === undefined) {
    throw new UserError('secrets-locked', `no age identity was given to open the encrypted secrets of ${file}`, {
      hint: 'give the identity that belongs to one of the recipients, as a file or in an environment variable',
    })
  }
  const plain = await decryptWithAge(sealed, await readIdentities(identity))
  if (plain !== undefined) return plain
  const where = describeIdentity(identity)
  throw new UserError('secrets-locked', `the age identity in ${where} does not open the encrypted secrets of ${file}`, {
    hint: 'the identity must belong to one of the recipients; if it does, the file is damaged and a backup is needed',
  })
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    if (!isErrno(error, 'EACCES', 'EISDIR', 'ENOTDIR')) throw error
    throw new UserError('secrets-unreadable', `the secrets bundle ${file} cannot be read`, {
      hint: 'check that it is a file and that you own it',
      cause: error,
    })
  }
}
