import path from 'node:path'
import type { Desired, Machine } from '../../resolve/desired.ts'
import type { Home } from '../../run/home/home.ts'
import { findSecrets, readBundle } from '../../run/home/secrets.ts'
import { readSecretValues, type SecretValues, sameSecret } from '../../run/render/secret-values.ts'
import { placeholderBundle, placeholderSecret } from '../../talos/render/placeholder.ts'
import type { SecretsBundle } from '../../talos/secrets/bundle.ts'
import { UserError } from '../../user-error.ts'
import type { Io } from '../io.ts'

/** The secrets that configs are rendered with. */
export interface ChosenSecrets {
  readonly bundle: SecretsBundle
  readonly secrets: SecretValues
  /** Whether they only stand for the secrets of a cluster. */
  readonly placeholder: boolean
}

interface Surroundings {
  readonly home: Home
  readonly desired: Desired
  readonly machines: readonly Machine[]
  readonly io: Io
  readonly now: Date
  readonly warn: (text: string) => void
}

/** Finds the secrets to render with; placeholders do only where nobody sees them. */
export async function chooseSecrets(
  options: { readonly showSecrets: boolean; readonly secrets: string | undefined },
  { home, desired, machines, io, now, warn }: Surroundings,
): Promise<ChosenSecrets> {
  const places = { env: io.env, folder: path.dirname(path.dirname(home.folder)), log: { warn }, now }
  const found =
    options.secrets === undefined
      ? await ofHome(home, desired, places, options.showSecrets)
      : await readBundle(path.resolve(io.cwd, options.secrets), desired, places)
  if (found === undefined && options.showSecrets) {
    throw new UserError('secrets-missing', `the cluster has no secrets at ${home.secrets} to show`, {
      hint: 'they are made with the cluster; or name a bundle with --secrets, or leave --show-secrets out',
    })
  }
  return {
    bundle: found ?? placeholderBundle,
    // Hidden ones are not asked for: a person may have to unlock something first.
    secrets: options.showSecrets ? await readSecretValues(machines, places) : sameSecret(placeholderSecret),
    placeholder: found === undefined,
  }
}

/** The secrets of the cluster; encrypted ones that cannot be opened are missed only where they would be seen. */
async function ofHome(
  home: Home,
  desired: Desired,
  places: Parameters<typeof findSecrets>[2],
  needed: boolean,
): Promise<SecretsBundle | undefined> {
  try {
    return (await findSecrets(home, desired, places))?.bundle
  } catch (error) {
    if (!needed && error instanceof UserError && error.code === 'secrets-locked') return undefined
    throw error
  }
}
