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
    'Shows what goes and asks for the name of the cluster before anything is lost. Only machines that talmox made for this cluster are touched. Images and secrets stay unless their flags say otherwise: images go where nobody else needs them, secrets once everything else is gone. Killed in between, the same command goes on.',
  arguments: {},
  flags: {
    file: fileFlag,
    images: toggle({
      about: 'also remove the images and templates that the file names and nobody else needs',
      writtenOnly: true,
    }),
    secrets: toggle({
      about: 'also delete the secrets, with talosconfig and kubeconfig; nothing brings them back',
      writtenOnly: true,
    }),
    yes: toggle({ about: 'go on without asking', short: 'y' }),
    breakLock: toggle({ about: 'take the lock of the cluster away from whoever holds it' }),
    json: toggle({ about: 'print what happens as one JSON document per line' }),
    verbose: verboseFlag,
    ...simulateFlags,
  },
  examples: [
    { line: 'talmox destroy -f lab.yaml', does: 'destroy the cluster of lab.yaml, after asking' },
    { line: 'talmox destroy --images --secrets', does: 'leave nothing at all' },
  ],
  run: async ({ flags: { file = defaultFile, ...flags } }, session) => {
    const { destroyCluster } = await import('../work/destroy.ts')
    return destroyCluster({ file, ...flags }, session)
  },
})
