import type { Guard } from '../guard.ts'

/** A machine that other secrets were used for would refuse every call, and belongs to somebody. */
export const nodeOfAnotherCluster: Guard = {
  code: 'node-of-another-cluster',
  level: 'refused',
  summary: 'a configured Talos of another cluster answers at the address of a machine',
  check({ live }) {
    return Object.entries(live.nodes).flatMap(([target, node]) => {
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
