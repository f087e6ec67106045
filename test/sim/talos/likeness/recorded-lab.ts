import { make } from '../../../../sim/kubernetes/controllers/write.ts'
import { openCluster } from '../../../../src/talos/api/cluster.ts'
import { listServices } from '../../../../src/talos/api/services.ts'
import { generate } from '../../../../src/talos/config/generate.ts'
import { machineStatus } from '../../../../src/talos/cosi/kinds.ts'
import { getSingle } from '../../../../src/talos/cosi/read.ts'
import { printDocuments } from '../../../../src/talos/document/print.ts'
import { readDocuments } from '../../../../src/talos/document/read.ts'
import { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { applyStrategic, strategicPatch } from '../../../../src/talos/patch/strategic.ts'
import { mintTalosContext } from '../../../../src/talos/talosconfig.ts'
import { openLab, quickBundle } from '../lab.ts'
import { type Asker, openAsker } from './ask.ts'
import type { Comparison } from './compare.ts'
import { recordedCalls } from './recordings.ts'
import { shapeOf } from './shape.ts'

/** The machines of the recorded cluster. */
export const [first, second, third, worker] = ['10.55.0.11', '10.55.0.12', '10.55.0.13', '10.55.0.14'] as const
export const controlPlanes: readonly string[] = [first, second, third]
export const NAMES: Readonly<Record<string, string>> = {
  [first]: 'cp1',
  [second]: 'cp2',
  [third]: 'cp3',
  [worker]: 'w1',
}
const vmidOf = (address: string): number => Number(address.slice(-2)) + 90

/** What the recorded machines had in their configs beside what is generated. */
const RECORDED = `
machine:
  kubelet:
    extraConfig: { cgroupsPerQOS: false, enforceNodeAllocatable: [none] }
cluster:
  allowSchedulingOnControlPlanes: true
  network: { cni: { name: none } }
  proxy: { disabled: true }
  coreDNS: { disabled: true }
`

/** The recorded machines had a pod network from the start; it comes as that of every other network add-on here. */
const NETWORK = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'network', namespace: 'kube-system' },
  spec: {
    selector: { matchLabels: { app: 'network' } },
    template: {
      metadata: { labels: { app: 'network' } },
      spec: {
        hostNetwork: true,
        tolerations: [{ operator: 'Exists' }],
        containers: [{ name: 'network', image: 'example.invalid/network:1' }],
        volumes: [{ name: 'cni', hostPath: { path: '/etc/cni/net.d' } }],
      },
    },
  },
}

type Role = 'os:admin' | 'os:reader'

/** Simulated machines with the addresses and names of the recorded ones, and what they are compared in. */
export async function openRecordedLab() {
  const lab = openLab({ version: 'v1.12.6', speed: 120, subnet: '10.55.0' })
  const world = { dial: lab.network.dial, mask: (text: string) => text }
  const now = new Date()
  const secrets = await quickBundle(now)
  const contextFor = (roles: readonly Role[]) =>
    mintTalosContext(secrets, { name: 'lab', endpoints: controlPlanes, roles, now })
  const cluster = openCluster({ ...world, ...(await contextFor(['os:admin'])) })
  const askers: Asker[] = []
  const comparisons: Comparison[] = []
  const guests = new Map<string, ReturnType<typeof lab.start>>()

  const configFor = (role: 'controlplane' | 'worker') => {
    const endpoint = `https://${first}:6443`
    const input = { contract: '1.12', clusterName: 'lab', kubernetesVersion: '1.35.4' } as const
    const documents = generate({ ...input, role, endpoint, secrets })
    return printDocuments(applyStrategic(documents, strategicPatch(readDocuments(RECORDED))))
  }
  const compare = (name: string, genuine: unknown, simulated: unknown): void => {
    comparisons.push({ name, genuine, simulated })
  }
  const open = async (entry: string = first, roles: readonly Role[] = ['os:admin']): Promise<Asker> => {
    const asker = await openAsker(lab.network.dial, entry, await contextFor(roles))
    askers.push(asker)
    return asker
  }
  const machineAt = (address: string) => {
    const node = lab.talos.nodes.get(vmidOf(address))
    if (node === undefined) throw new Error(`${address} is off`)
    return node
  }
  const stage = async (address: string): Promise<string> => {
    const status = await getSingle(cluster.node(address), machineStatus, { fresh: true }).catch(() => undefined)
    return status === undefined ? 'away' : `${status.stage} ${status.status.ready}`
  }

  /** Sends calls again that were recorded, and compares what came back. */
  const sendAgain = async (file: string, asker: Asker, which: (title: string) => boolean = () => true) => {
    for (const call of recordedCalls(file).filter(({ title }) => which(title))) {
      const known = MachineService.methods.find(({ name }) => name === call.method)
      if (known === undefined || known.methodKind === 'client_streaming') continue
      const body = call.body.replaceAll(/\{"seconds":(\d+)\}/g, '"$1s"')
      const { code, text, answers } = await asker.ask(call.node, known, body)
      compare(`answers: how ${call.title} ends in ${file}`, { code: call.code, text: call.text }, { code, text })
      if (call.answers.length === 0) continue
      compare(`answers: what ${call.title} is made of in ${file}`, shapeOf(call.answers), shapeOf(answers))
    }
  }

  return {
    world,
    cluster,
    configFor,
    config: configFor('controlplane'),
    compare,
    comparisons,
    open,
    machineAt,
    guests,
    boot: (address: string) => guests.set(address, lab.start(vmidOf(address), address, NAMES[address] ?? '')),
    stage,
    /** Brings a pod network as soon as there is an API. */
    bringNetwork(): boolean {
      for (const api of lab.talos.kubernetes.values()) make(api, 'test', 'apps/daemonsets', NETWORK)
      return lab.talos.kubernetes.size > 0
    },
    etcdOn: async (address: string) =>
      (await listServices(cluster.node(address), { fresh: true }).catch(() => [])).find(({ id }) => id === 'etcd'),
    sendAgain,
    close() {
      for (const asker of askers) asker.close()
      cluster.close()
      lab.close()
    },
  }
}
