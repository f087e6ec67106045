import path from 'node:path'
import type { Live } from '../../live/live.ts'
import type { Desired, Machine } from '../../resolve/desired.ts'
import { clientConfigFiles } from '../../run/client-configs/write.ts'
import { readFacts } from '../../run/home/facts.ts'
import { type Column, table } from '../table.ts'
import { nextSteps } from './next-steps.ts'
import type { Work, WorkOptions } from './with-cluster.ts'

interface Row {
  readonly machine: Machine
  readonly live: Live
}

const hostOf = ({ machine, live }: Row) => live.proxmox.vms.find(({ vmid }) => vmid === machine.vmid)?.host ?? ''

const columns: readonly Column<Row>[] = [
  { title: 'MACHINE', cell: ({ machine }) => machine.name, style: () => 'bold' },
  { title: 'ROLE', cell: ({ machine }) => (machine.role === 'controlplane' ? 'control plane' : 'worker') },
  { title: 'HOST', cell: hostOf },
  { title: 'VMID', cell: ({ machine }) => String(machine.vmid) },
  { title: 'ADDRESS', cell: ({ machine, live }) => addressIn(live, machine.name) },
  { title: 'NODE', cell: ({ machine, live }) => nodeState(live, machine.name) },
]

/** What a person needs once a cluster is up: where it is, what it consists of, and what to do next. */
export async function summary(work: Work, live: Live, options: WorkOptions): Promise<string> {
  const { desired, home, session } = work
  const folder = path.dirname(clientConfigFiles(desired, work.folder).kubeconfig)
  const { out } = session
  const endpoint = desired.network.endpoint ?? (await readFacts(home))?.endpoint ?? ''
  const rows = desired.machines.map((machine) => ({ machine, live }))
  return [
    '',
    ...table(columns, rows, { width: out.columns, paint: out.paint }).lines,
    '',
    ...headline(out.paint('bold', desired.name), desired, endpoint),
    `kubeconfig and talosconfig are in ${path.relative(session.io.cwd, folder) || folder}`,
    '',
    ...nextSteps(options, work),
    '',
  ].join('\n')
}

/** A cluster without a network is not up: pods cannot start before somebody brings one. */
function headline(name: string, { kubernetes: { version, cni } }: Desired, endpoint: string): readonly string[] {
  if (cni.name !== 'none') return [`${name} is up: Kubernetes ${version} at ${endpoint}`]
  return [
    `${name}: the API of Kubernetes ${version} is ready at ${endpoint}`,
    'its nodes wait for a network (CNI), which the file leaves to you; pods start once you install one',
  ]
}

function addressIn({ nodes }: Live, name: string): string {
  const node = nodes[name]
  return node !== undefined && 'address' in node ? node.address : ''
}

function nodeState({ kubernetes }: Live, name: string): string {
  const node = kubernetes.kind === 'answers' ? kubernetes.nodes.find((one) => one.name === name) : undefined
  return node === undefined ? '' : node.ready ? 'ready' : 'not ready'
}
