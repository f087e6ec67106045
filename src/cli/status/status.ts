import { readFile } from 'node:fs/promises'
import type { Live } from '../../live/live.ts'
import { countsOf } from '../../plan/counts.ts'
import type { Plan } from '../../plan/plan-type.ts'
import type { ObservedHost, ObservedStorage } from '../../proxmox/observe/observed.ts'
import type { Desired, Machine } from '../../resolve/desired.ts'
import { clientConfigFiles } from '../../run/client-configs/write.ts'
import type { Health } from '../../run/health.ts'
import {
  bundleExpiry,
  type CertificateExpiry,
  kubeconfigExpiry,
  talosconfigExpiry,
} from '../../talos/certificates/expiry.ts'
import { knownEndpoint } from '../access/cluster-access.ts'
import type { Work } from '../work/with-cluster.ts'

/** A machine as it is now; what nobody knows is null. */
export interface MachineStatus {
  readonly name: string
  readonly role: Machine['role']
  readonly host: string | null
  readonly vmid: number
  readonly address: string | null
  /** `running`, `stopped`, `unknown`, or `missing`. */
  readonly power: string
  readonly talos: string | null
  /** What Talos is doing: `running`, `booting`, `maintenance`, … */
  readonly stage: string | null
  readonly kubernetes: string | null
  /** Whether Kubernetes calls the node ready. */
  readonly ready: boolean | null
}

/** How much of a host or a storage is taken. */
export interface Capacity {
  readonly host: string
  readonly unreachable?: string
  readonly cpus?: number
  readonly memoryUsed?: number
  readonly memoryTotal?: number
  readonly storages: readonly { readonly name: string; readonly used: number; readonly total: number }[]
}

/** How a cluster stands. */
export interface Status {
  readonly cluster: string
  readonly healthy: boolean
  readonly endpoint: string | null
  readonly machines: readonly MachineStatus[]
  readonly conditions: readonly Health[]
  /** What `talmox plan` would say, in one line. */
  readonly drift: { readonly actions: number; readonly refused: number; readonly text: string }
  readonly capacity: readonly Capacity[]
  readonly certificates: readonly CertificateExpiry[]
}

/** Puts together how a cluster stands after one look at it. */
export async function statusOf(
  work: Work,
  seen: { readonly desired: Desired; readonly live: Live; readonly plan: Plan },
): Promise<Status> {
  const { desired, live, plan } = seen
  const conditions = await work.run.health(desired, live)
  return {
    cluster: desired.name,
    healthy: conditions.every(({ outcome }) => outcome.kind !== 'waiting'),
    endpoint: (await knownEndpoint(work.home, desired)) ?? null,
    machines: desired.machines.map((machine) => machineStatus(machine, live)),
    conditions,
    drift: {
      actions: plan.actions.length,
      refused: plan.findings.filter(({ level }) => level === 'refused').length,
      text: countsOf(plan),
    },
    capacity: live.proxmox.hosts.map((host) => capacityOf(host, live.proxmox.storages, desired)),
    certificates: await certificates(work),
  }
}

function machineStatus({ name, role, vmid }: Machine, { proxmox, nodes, kubernetes }: Live): MachineStatus {
  // What a silent host carries is still there.
  const vm = [...proxmox.vms, ...proxmox.unread].find((one) => one.vmid === vmid)
  const talos = nodes[name] ?? { kind: 'silent' }
  const node = kubernetes.kind === 'answers' ? kubernetes.nodes.find((one) => one.name === name) : undefined
  return {
    name,
    role,
    host: vm?.host ?? null,
    vmid,
    address: 'address' in talos ? talos.address : null,
    power: vm?.power ?? 'missing',
    talos: talos.kind === 'configured' ? talos.version : null,
    stage: talos.kind === 'configured' ? talos.stage : talos.kind === 'silent' ? null : talos.kind,
    kubernetes: node?.version ?? null,
    ready: node?.ready ?? null,
  }
}

/** Only the storages that machines of the cluster live on. */
function capacityOf(host: ObservedHost, storages: readonly ObservedStorage[], { machines }: Desired): Capacity {
  const used = new Set(
    machines.flatMap(({ vm, storage }) => [storage.disks, ...vm.disks.flatMap((disk) => disk.storage ?? [])]),
  )
  const { name, unreachable, cpus, memoryUsedBytes, memoryBytes } = host
  return {
    host: name,
    ...(unreachable === undefined ? {} : { unreachable }),
    ...(cpus === undefined ? {} : { cpus }),
    ...(memoryUsedBytes === undefined ? {} : { memoryUsed: memoryUsedBytes }),
    ...(memoryBytes === undefined ? {} : { memoryTotal: memoryBytes }),
    storages: storages.flatMap(({ id, host: at, usedBytes, totalBytes }) =>
      at !== name || !used.has(id) || usedBytes === undefined || totalBytes === undefined
        ? []
        : [{ name: id, used: usedBytes, total: totalBytes }],
    ),
  }
}

/** The authorities of the cluster, and the access that people have in the folder for artefacts. */
async function certificates({ run, desired, folder }: Work): Promise<readonly CertificateExpiry[]> {
  const bundle = await run.secrets()
  const { talosconfig, kubeconfig } = clientConfigFiles(desired, folder)
  const inFile = async (name: string, file: string, read: typeof talosconfigExpiry) => {
    const text = await readFile(file, 'utf8').catch(() => '')
    return read(text, file).map(({ until }) => ({ name, until }))
  }
  return [
    ...(bundle === undefined ? [] : bundleExpiry(bundle)),
    ...(await inFile('talosconfig', talosconfig, talosconfigExpiry)),
    ...(await inFile('kubeconfig', kubeconfig, kubeconfigExpiry)),
  ]
}
