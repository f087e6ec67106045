import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { oneOf, toggle } from '../flag.ts'
import { simulateFlags } from '../simulate.ts'

const actions = ['list', 'prune'] as const

/** `talmox images`: the Talos images on the storages of Proxmox. */
export const images = command({
  name: 'images',
  group: 'Proxmox',
  summary: 'list the Talos images and templates and who needs them, or remove images nobody needs',
  detail:
    'Lists the images and ISO files that talmox had downloaded to the storages of Proxmox, and which VMs and templates refer to them, also in pending changes and snapshots, and the templates that it made with the VMs that stand on them. prune removes of the images what neither a VM of anybody nor the cluster file needs; while any VM cannot be seen or read, it removes nothing.',
  arguments: { action: { name: 'ACTION', about: `one of ${actions.join(', ')}`, choices: actions } },
  flags: {
    file: fileFlag,
    yes: toggle({ short: 'y', about: 'remove without asking' }),
    json: toggle({ about: 'print one JSON document; sizes are bytes' }),
    ...simulateFlags,
  },
  examples: [
    { line: 'talmox images', does: 'what is there, and who needs it' },
    { line: 'talmox images prune', does: 'remove what nobody needs, after asking' },
    { line: "talmox images --json | jq '[.images[].bytes] | add'", does: 'how much room they take' },
  ],
  run: async ({ arguments: { action = 'list' }, flags: { file = defaultFile, ...flags } }, session) => {
    const { showImages } = await import('../images/show-images.ts')
    return showImages({ file, action: oneOf(actions, action, 'ACTION'), ...flags }, session)
  },
})
