import semver from 'semver'
import { UserError } from '../../user-error.ts'
import { createAuthority } from '../certificates/authorities.ts'
import { generateKey } from '../certificates/keys.ts'
import type { SecretsBundle } from './bundle.ts'
import { createSecret, createToken } from './tokens.ts'

/** Makes the secrets of a new cluster for a Talos version such as `v1.13` or `v1.13.9`. */
export async function createSecretsBundle(talosVersion: string, now: Date): Promise<SecretsBundle> {
  const id = createClusterId(talosVersion)
  const [etcd, k8s, k8saggregator, os, serviceAccount] = await Promise.all([
    createAuthority('etcd', now),
    createAuthority('k8s', now),
    createAuthority('k8saggregator', now),
    createAuthority('os', now),
    generateKey('rsa4096'),
  ])
  return {
    cluster: { id, secret: createSecret() },
    bootstrapToken: createToken(),
    encryption: { kind: 'secretbox', secret: createSecret() },
    trustdToken: createToken(),
    authorities: { etcd, k8s, k8saggregator, os },
    serviceAccountKey: serviceAccount.pem,
  }
}

/** Makes a cluster id; Talos went from the URL-safe to the standard alphabet with 1.14. */
export function createClusterId(talosVersion: string): string {
  const version = semver.coerce(talosVersion)
  if (version === null) {
    throw new UserError('talos-version', `"${talosVersion}" is not a Talos version`, { hint: 'write it like v1.13.9' })
  }
  const standard = createSecret()
  return semver.lt(version, '1.14.0') ? standard.replaceAll('+', '-').replaceAll('/', '_') : standard
}
