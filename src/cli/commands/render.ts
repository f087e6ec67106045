import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { text, toggle } from '../flag.ts'

/** `talmox render`: the machine configs that a cluster file makes. */
export const render = command({
  name: 'render',
  group: 'Cluster file',
  summary: 'print the Talos machine configs a cluster file makes',
  detail:
    'Prints the machine configs with all patches applied, after checking them as Talos would. Secrets are hidden; before a cluster has any, placeholders stand for them. Nothing is asked but files. Ends with 3 when a config has errors.',
  arguments: { node: { name: 'NODE', about: 'name of a machine; default: all' } },
  flags: {
    file: fileFlag,
    out: text('DIR', { about: 'write one file per machine into a folder instead', completes: 'file' }),
    origin: toggle({ about: 'say beside each value that a patch set, which one and where' }),
    showSecrets: toggle({ about: 'show secrets as they are; needs those of the cluster' }),
    secrets: text('FILE', {
      about: 'a secrets bundle, such as talosctl gen secrets writes; default: that of the cluster',
      completes: 'file',
    }),
  },
  examples: [
    { line: 'talmox render homelab-cp-1 --origin', does: 'one machine config, and which patch set what' },
    { line: 'talmox render --out configs --show-secrets', does: 'all machine configs as they are sent, one file each' },
  ],
  run: async ({ arguments: { node }, flags: { file = defaultFile, ...flags } }, session) => {
    const { renderConfigs } = await import('../render/render-configs.ts')
    return renderConfigs({ file, node, ...flags }, session)
  },
})
