import { accessFlags } from '../access/flags.ts'
import { defaultFile } from '../cluster-file.ts'
import { command } from '../command.ts'

/** `talmox kubeconfig`: an administrator's access to Kubernetes. */
export const kubeconfig = command({
  name: 'kubeconfig',
  group: 'Cluster',
  summary: 'make a kubeconfig for the cluster, and merge it into your own',
  detail:
    'Makes a client certificate from the secrets of the cluster, without asking the cluster, and prints a kubeconfig with it. With --merge it goes into the first file of KUBECONFIG, or ~/.kube/config; an entry of the same cluster is renewed, a name that another cluster has gets a number.',
  arguments: {},
  flags: accessFlags,
  examples: [
    { line: 'talmox kubeconfig --merge', does: 'use the cluster with kubectl from now on' },
    { line: 'talmox kubeconfig --ttl 8h --out guest.yaml', does: 'access for a day of work, in a file of its own' },
  ],
  run: async ({ flags: { file = defaultFile, ...flags } }, session) => {
    const { giveAccess, mintKubeconfig } = await import('../access/give-access.ts')
    return giveAccess(mintKubeconfig, { file, ...flags }, session)
  },
})
