import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { text, toggle } from '../flag.ts'
import { verboseFlag } from '../log-to.ts'
import { removeMemberFlag } from '../remove-member-flag.ts'
import { simulateFlags } from '../simulate.ts'

/** `talmox up`: makes the world what the cluster file says. */
export const up = command({
  name: 'up',
  group: 'Cluster',
  summary: 'make the cluster what its file says',
  detail:
    'Looks, plans, asks, and carries the plan out, until nothing is left to do. It can be stopped and repeated at any time: what is done stays done. Ctrl-C once lets running steps come to their end, twice stops now.',
  arguments: {
    plan: {
      name: 'PLAN',
      about: 'a file that `talmox plan --out` wrote: does just that, or nothing',
      completes: 'file',
    },
  },
  flags: {
    file: fileFlag,
    yes: toggle({ about: 'go on without asking', short: 'y' }),
    maxParallel: text('N|N%', { about: 'workers that are restarted or changed at once', otherwise: '1' }),
    removeMember: removeMemberFlag,
    breakLock: toggle({ about: 'take the lock of the cluster away from whoever holds it' }),
    json: toggle({ about: 'print what happens as one JSON document per line' }),
    verbose: verboseFlag,
    ...simulateFlags,
  },
  examples: [
    { line: 'talmox up', does: 'bring up, or bring up to date, the cluster of cluster.yaml' },
    { line: 'talmox up -f examples/homelab.yaml --simulate --yes', does: 'try it on a simulated Proxmox' },
  ],
  run: async ({ arguments: { plan }, flags: { file = defaultFile, ...flags } }, session) => {
    const { bringUp } = await import('../work/up.ts')
    return bringUp({ file, ...flags, plan }, session)
  },
})
