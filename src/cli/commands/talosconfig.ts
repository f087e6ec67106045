import { accessFlags } from '../access/flags.ts'
import { defaultFile } from '../cluster-file.ts'
import { command } from '../command.ts'

/** `talmox talosconfig`: an administrator's access to Talos. */
export const talosconfig = command({
  name: 'talosconfig',
  group: 'Cluster',
  summary: 'make a talosconfig for the cluster, and merge it into your own',
  detail:
    'Makes a client certificate from the secrets of the cluster, without asking the cluster, and prints a talosconfig with it. With --merge it goes into the file of TALOSCONFIG, or ~/.talos/config; an entry of the same cluster is renewed, a name that another cluster has gets a number.',
  arguments: {},
  flags: accessFlags,
  examples: [
    { line: 'talmox talosconfig --merge', does: 'use the cluster with talosctl from now on' },
    { line: 'talmox talosconfig --ttl 8h --out guest.yaml', does: 'access for a day of work, in a file of its own' },
  ],
  run: async ({ flags: { file = defaultFile, ...flags } }, session) => {
    const { giveAccess, mintTalosconfig } = await import('../access/give-access.ts')
    return giveAccess(mintTalosconfig, { file, ...flags }, session)
  },
})
