import type { Guard } from '../guard.ts'

/** Whoever takes a field over, by hand or with another tool, is not fought with. */
export const manifestOwned: Guard = {
  code: 'manifest-owned',
  level: 'warning',
  summary: 'others have taken over fields of an object that a manifest of the file sets, and keep them',
  check({ live: { kubernetes }, desired }) {
    if (kubernetes.kind !== 'answers') return []
    return kubernetes.manifests.differences.flatMap((difference) =>
      difference.state === 'owned'
        ? [
            {
              target: desired.name,
              message: `${difference.object} is left as it is, since others own what its manifest sets: ${difference.fields}`,
              hint: 'take these fields out of the manifest, or give them back: kubectl apply --server-side --force-conflicts --field-manager talmox',
            },
          ]
        : [],
    )
  },
}
