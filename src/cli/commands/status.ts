import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { toggle } from '../flag.ts'
import { verboseFlag } from '../log-to.ts'
import { simulateFlags } from '../simulate.ts'

/** `talmox status`: how a cluster stands. */
export const status = command({
  name: 'status',
  group: 'Cluster',
  summary: 'show how the cluster stands',
  detail:
    'Looks at Proxmox, Talos and Kubernetes: machines, versions, health, what differs from the file, how full the hosts are, when certificates end. Ends with 1 while the cluster is not healthy; what merely differs from the file is not a failure.',
  arguments: {},
  flags: {
    file: fileFlag,
    watch: toggle({ about: 'look again every five seconds, until Ctrl-C', short: 'w' }),
    json: toggle({ about: 'print one JSON document, with --watch one per line' }),
    verbose: verboseFlag,
    ...simulateFlags,
  },
  examples: [
    { line: 'talmox status', does: 'how the cluster of cluster.yaml stands' },
    { line: 'talmox status --watch', does: 'keep an eye on it' },
  ],
  run: async ({ flags: { file = defaultFile, ...flags } }, session) => {
    const { showStatus } = await import('../status/show-status.ts')
    return showStatus({ file, ...flags }, session)
  },
})
