import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { toggle } from '../flag.ts'
import { simulateFlags } from '../simulate.ts'

/** `talmox outputs`: what other programs want to know of a cluster. */
export const outputs = command({
  name: 'outputs',
  group: 'Cluster',
  summary: 'print endpoint, addresses and files, for other programs',
  detail:
    'Prints where the cluster is and what each machine is: VMID, host, address, MAC address. What nobody knows yet is null in JSON. A name chooses one value: endpoint, kubeconfig, talosconfig, machines, a machine, or a part of one such as homelab-cp-1.ip.',
  arguments: { name: { name: 'NAME', about: 'one output, one machine, or a part of one' } },
  flags: {
    file: fileFlag,
    json: toggle({ about: 'print one JSON document' }),
    raw: toggle({ about: 'print one value as it is, without a line end; fails when it is not known' }),
    ...simulateFlags,
  },
  examples: [
    { line: 'talmox outputs --json', does: 'everything, for programs' },
    { line: 'export KUBECONFIG=$(talmox outputs kubeconfig --raw)', does: 'use the cluster in this shell' },
  ],
  run: async ({ arguments: { name }, flags: { file = defaultFile, ...flags } }, session) => {
    const { showOutputs } = await import('../outputs/show-outputs.ts')
    return showOutputs({ file, name, ...flags }, session)
  },
})
