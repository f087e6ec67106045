import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { toggle } from '../flag.ts'
import { verboseFlag } from '../log-to.ts'
import { simulateFlags } from '../simulate.ts'

/** `talmox destroy`: takes a cluster away. */
export const destroy = command({
  name: 'destroy',
  group: 'Cluster',
  summary: 'destroy the machines of the cluster',
  detail:
    'Shows what goes and asks for the name of the cluster before anything is lost. Only machines that talmox made for this cluster are touched; images and the secrets stay.',
  arguments: {},
  flags: {
    file: fileFlag,
    yes: toggle({ about: 'go on without asking', short: 'y' }),
    breakLock: toggle({ about: 'take the lock of the cluster away from whoever holds it' }),
    json: toggle({ about: 'print what happens as one JSON document per line' }),
    verbose: verboseFlag,
    ...simulateFlags,
  },
  examples: [{ line: 'talmox destroy -f lab.yaml', does: 'destroy the cluster of lab.yaml, after asking' }],
  run: async ({ flags: { file = defaultFile, ...flags } }, session) => {
    const { destroyCluster } = await import('../work/destroy.ts')
    return destroyCluster({ file, ...flags }, session)
  },
})
