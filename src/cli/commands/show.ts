import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { toggle } from '../flag.ts'

/** `talmox show`: what a cluster file comes to. */
export const show = command({
  name: 'show',
  group: 'Cluster file',
  summary: 'show the machines a cluster file comes to, and where they go',
  detail:
    'Shows every machine with its host, VMID, address, MAC address and size, the placement with its reasons, and how full it makes the hosts; with NODE, one machine in full, down to its Proxmox keys. Nothing is asked but the file.',
  arguments: { node: { name: 'NODE', about: 'name of a machine' } },
  flags: {
    file: fileFlag,
    origin: toggle({ about: 'say where each value of NODE comes from' }),
    showSecrets: toggle({ about: 'show passwords, tokens and keys that the file holds' }),
    json: toggle({ about: 'print one JSON document; sizes are bytes' }),
  },
  examples: [
    { line: 'talmox show', does: 'all machines of cluster.yaml, their placement, the capacity of the hosts' },
    { line: 'talmox show homelab-cp-1 --origin', does: 'one machine in full, and which line of the file decided what' },
    { line: "talmox show --json | jq -r '.machines[].vmid'", does: 'the VMIDs, for programs' },
  ],
  run: async ({ arguments: { node }, flags: { file = defaultFile, origin, showSecrets, json } }, session) => {
    const { showCluster } = await import('../show/show-cluster.ts')
    return showCluster({ file, node, origin, json, secrets: showSecrets }, session)
  },
})
