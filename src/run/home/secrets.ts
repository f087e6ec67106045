import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isErrno } from '../../files/errno.ts'
import { readSecret, type SecretPlaces, sourceName } from '../../proxmox/credentials/secret-source.ts'
import type { Desired } from '../../resolve/desired.ts'
import type { SecretsBundle } from '../../talos/secrets/bundle.ts'
import type { IdentitySource } from '../../talos/secrets/identity.ts'
import {
  type LoadOrCreate,
  loadOrCreate,
  loadSecrets,
  openText,
  type SecretsStore,
  type StoredSecrets,
} from '../../talos/secrets/store.ts'
import { UserError } from '../../user-error.ts'
import { type Home, prepareHome } from './home.ts'

/** What opening the secrets depends on besides the home. */
export interface SecretsSurroundings extends SecretPlaces {
  readonly now: Date
}

type Kept = Pick<Desired, 'secrets'>

const usualVariable = 'TALMOX_AGE_IDENTITY'

/** Loads the secrets of a cluster; nothing when it has none. */
export async function findSecrets(
  home: Home,
  desired: Kept,
  surroundings: SecretsSurroundings,
): Promise<StoredSecrets | undefined> {
  return await loadSecrets(storeOf(home, desired, surroundings))
}

/** Loads the secrets of a cluster, or makes them for one that does not exist yet; lost ones are never made anew. */
export async function openSecrets(
  home: Home,
  desired: Kept & Pick<Desired, 'talos'>,
  surroundings: SecretsSurroundings & Pick<LoadOrCreate, 'clusterExists' | 'make'>,
): Promise<StoredSecrets & { readonly created: boolean }> {
  const { clusterExists, make } = surroundings
  if (!clusterExists) await prepareHome(home)
  const store = storeOf(home, desired, surroundings)
  return await loadOrCreate({ ...store, clusterExists, make, talosVersion: desired.talos.version })
}

/** Reads a bundle wherever it is, such as one that `talosctl gen secrets` wrote. */
export async function readBundle(
  file: string,
  desired: Kept,
  surroundings: SecretsSurroundings,
): Promise<SecretsBundle> {
  const text = await textOf(file)
  const identity = identityOf(desired, surroundings)
  return await openText(text, { file, identity, now: surroundings.now })
}

function storeOf(home: Home, desired: Kept, surroundings: SecretsSurroundings): SecretsStore {
  const { recipients } = desired.secrets
  return { home: home.folder, recipients, identity: identityOf(desired, surroundings), now: surroundings.now }
}

function identityOf({ secrets }: Kept, places: SecretPlaces): IdentitySource | undefined {
  const source = secrets.identity
  const variable = source === undefined ? usualVariable : source.env
  if (variable !== undefined) {
    const value = places.env[variable]
    return value === undefined && source === undefined ? undefined : { from: 'variable', name: variable, value }
  }
  if (source === undefined) return undefined
  return { from: 'elsewhere', where: sourceName(source), read: () => readSecret(source, 'the age identity', places) }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR')) throw error
    throw new UserError('secrets-unreadable', `the secrets bundle ${path.normalize(file)} cannot be read`, {
      hint: 'name a file that talosctl gen secrets wrote',
      cause: error,
    })
  }
}
