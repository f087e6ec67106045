import type { Guard } from '../guard.ts'
import { lacksSecrets } from './secrets-missing.ts'

/** A machine that other secrets were used for would refuse every call, and belongs to somebody. */
export const nodeOfAnotherCluster: Guard = {
  code: 'node-of-another-cluster',
  level: 'refused',
  summary: 'a configured Talos of another cluster answers at the address of a machine',
  check(situation) {
    // Without its secrets every machine of the cluster is a stranger; that they are missing is said once.
    if (lacksSecrets(situation)) return []
    return Object.entries(situation.live.nodes).flatMap(([target, node]) => {
      if (node.kind !== 'foreign') return []
      return [
        {
          target,
          message: `${node.address} is answered by a Talos that these secrets were not made for (${node.subject})`,
          hint: 'an address used twice, or the secrets of another cluster in the home: mend that first',
        },
      ]
    })
  },
}
