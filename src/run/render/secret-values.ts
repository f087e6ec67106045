import { readSecret, type SecretPlaces } from '../../proxmox/credentials/secret-source.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { SecretSource } from '../../spec/schema/values.ts'

/** The secrets that machine configs hold besides the bundle: what was found at each place, read once. */
export interface SecretValues {
  readonly at: (source: SecretSource) => string
  readonly all: readonly string[]
}

/** Reads the passwords of registries and the passphrases of disks. */
export async function readSecretValues(machines: readonly Machine[], places: SecretPlaces): Promise<SecretValues> {
  const found = new Map<string, string>()
  for (const { source, what } of machines.flatMap(sourcesIn)) {
    const key = JSON.stringify(source)
    if (!found.has(key)) found.set(key, await readSecret(source, what, places))
  }
  return { at: (source) => found.get(JSON.stringify(source)) ?? '', all: [...found.values()] }
}

/** The same value for every place, where configs are only looked at. */
export function sameSecret(value: string): SecretValues {
  return { at: () => value, all: [value] }
}

function sourcesIn({ talos }: Machine): { readonly source: SecretSource; readonly what: string }[] {
  const { state = [], ephemeral = [] } = talos.diskEncryption
  return [
    ...Object.entries(talos.registries).flatMap(([host, { password }]) =>
      password === undefined ? [] : [{ source: password, what: `the password for the mirror of ${host}` }],
    ),
    ...[...state, ...ephemeral].flatMap((key) =>
      typeof key === 'object' && 'static' in key ? [{ source: key.static, what: 'the passphrase of a disk' }] : [],
    ),
  ]
}
