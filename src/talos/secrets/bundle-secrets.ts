import type { SecretsBundle } from './bundle.ts'

/** All that is secret in a bundle; the cluster id is not, every node tells it to the discovery service. */
export function bundleSecrets(bundle: SecretsBundle): readonly string[] {
  const keys = [...Object.values(bundle.authorities).map(({ key }) => key), bundle.serviceAccountKey]
  const tokens = [bundle.bootstrapToken, bundle.trustdToken]
  return [
    bundle.cluster.secret,
    bundle.encryption.secret,
    ...tokens,
    // Kubernetes stores the half after the dot by itself.
    ...tokens.flatMap((token) => token.split('.').slice(1)),
    ...keys,
  ]
}
