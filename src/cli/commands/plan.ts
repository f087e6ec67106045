import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { choice, text, toggle } from '../flag.ts'
import { removeMemberFlag } from '../remove-member-flag.ts'
import { simulateFlags } from '../simulate.ts'

/** `talmox plan`: what would be done, and why. */
export const planCommand = command({
  name: 'plan',
  group: 'Cluster',
  summary: 'show what `up` would do, and why',
  detail:
    'Looks at Proxmox, Talos and Kubernetes, and shows what differs from the cluster file and what would be done about it, in which order. Nothing is changed. Ends with 4 when something stands against it.',
  arguments: {},
  flags: {
    file: fileFlag,
    json: toggle({ about: 'print the plan as one JSON document' }),
    out: text('FILE', { about: 'also write the plan to a file, for `talmox up FILE`' }),
    graph: choice('FORM', ['svg', 'mermaid', 'dot'], { about: 'print a picture of the plan' }),
    detailedExitcode: toggle({ about: 'end with 2 when there is something to do' }),
    removeMember: removeMemberFlag,
    ...simulateFlags,
  },
  examples: [
    { line: 'talmox plan', does: 'what has to be done for cluster.yaml in this folder' },
    {
      line: 'talmox plan --out next.plan',
      does: 'keep the plan, so that `talmox up next.plan` does this and nothing else',
    },
    { line: 'talmox plan --graph svg > plan.svg', does: 'draw it' },
    { line: 'talmox plan -f examples/homelab.yaml --simulate', does: 'the same on a simulated Proxmox' },
  ],
  run: async ({ flags: { file = defaultFile, ...flags } }, session) => {
    const { showPlan } = await import('../work/show-plan.ts')
    return showPlan({ file, ...flags }, session)
  },
})
