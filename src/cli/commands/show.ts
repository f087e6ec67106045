import type { Desired, Machine } from '../../resolve/desired.ts'
import { nearest } from '../../spec/nearest.ts'
import { UserError } from '../../user-error.ts'
import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { count } from '../count.ts'
import { exitCodes } from '../exit-code.ts'
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
    json: toggle({ about: 'print one JSON document; sizes are bytes' }),
  },
  examples: [
    { line: 'talmox show', does: 'all machines of cluster.yaml, their placement, the capacity of the hosts' },
    { line: 'talmox show homelab-cp-1 --origin', does: 'one machine in full, and which line of the file decided what' },
    { line: "talmox show --json | jq -r '.machines[].vmid'", does: 'the VMIDs, for programs' },
  ],
  run: async ({ arguments: { node }, flags: { file = defaultFile, origin, json } }, { io, out, err }) => {
    const { readCluster } = await import('../read-cluster.ts')
    const { desired, problems, source } = await readCluster(file, io)
    if (desired === undefined) {
      const { renderProblems } = await import('../../spec/render-problems.ts')
      err.print(renderProblems(problems, { color: err.color }))
      return exitCodes.invalidSpec
    }
    const machine = node === undefined ? undefined : machineNamed(node, desired)
    if (json) {
      const { desiredToJson, machineToJson } = await import('../show/json.ts')
      const traced = origin ? source : undefined
      const document = machine === undefined ? desiredToJson(desired, traced) : machineToJson(machine, traced)
      out.print(`${JSON.stringify(document, null, 2)}\n`)
      return exitCodes.ok
    }
    if (machine !== undefined) {
      const { machineView } = await import('../show/machine-view.ts')
      out.print(machineView({ machine, desired, source, origin }, out))
    } else {
      if (origin) throw needsNode(desired)
      const { clusterView } = await import('../show/cluster-view.ts')
      out.print(clusterView(desired, out))
    }
    if (problems.length > 0)
      err.print(`${err.paint('yellow', count(problems.length, 'warning'))}: talmox validate says more\n`)
    return exitCodes.ok
  },
})

function machineNamed(name: string, { machines }: Desired): Machine {
  const found = machines.find((machine) => machine.name === name)
  if (found !== undefined) return found
  const names = machines.map((machine) => machine.name)
  const close = nearest(name, names)
  throw new UserError('unknown-node', `there is no machine ${JSON.stringify(name)}; there are ${names.join(', ')}`, {
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  })
}

function needsNode({ machines: [first] }: Desired): UserError {
  return new UserError('usage', '--origin needs the name of a machine, or --json', {
    ...(first === undefined ? {} : { hint: `talmox show ${first.name} --origin` }),
  })
}
