import type { Guard } from '../guard.ts'

/** An API that a service in the cluster answers may be down while all the rest of Kubernetes is well. */
export const manifestUnknown: Guard = {
  code: 'manifest-unknown',
  level: 'warning',
  summary: 'the API of an object that a manifest of the file sets does not answer',
  check({ live: { kubernetes }, desired }) {
    if (kubernetes.kind !== 'answers') return []
    return kubernetes.manifests.differences.flatMap((difference) =>
      difference.state === 'unknown'
        ? [
            {
              target: desired.name,
              message: `${difference.object} is left as it is, since its API does not answer: ${difference.reason}`,
              hint: 'kubectl get apiservices says which service is down; it is looked at again by the next run',
            },
          ]
        : [],
    )
  },
}
