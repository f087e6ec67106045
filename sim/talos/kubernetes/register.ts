import { createHash } from 'node:crypto'
import type { Api } from '../../kubernetes/api.ts'
import { change } from '../../kubernetes/controllers/write.ts'
import { objectAt } from '../../kubernetes/json.ts'
import { registerNode, staticPods } from '../../kubernetes/nodes/nodes.ts'
import type { KubeObject } from '../../kubernetes/object.ts'
import { machineConfig } from '../config/machine-config.ts'
import { kindOfType } from '../cosi/kinds.ts'
import { readResources } from '../cosi/read.ts'
import { ownAddresses } from '../network/addresses.ts'
import type { Node } from '../node.ts'
import { COMPONENTS } from './components.ts'
import { imageOf, nodeSettings, tagOf } from './settings.ts'

/** Where a machine shows how each of its pods is configured. */
const CONFIGS = {
  'kube-apiserver': 'APIServerConfigs.kubernetes.talos.dev',
  'kube-controller-manager': 'ControllerManagerConfigs.kubernetes.talos.dev',
  'kube-scheduler': 'SchedulerConfigs.kubernetes.talos.dev',
} as const
const CORDONED = 'talos.dev/cordoned'

/** The kubelet tells the API of its machine, and of the pods that it runs by itself. */
export function register(node: Node, api: Api): void {
  const config = machineConfig(node)
  if (config === undefined) return
  const { hardware, network, image, boot } = node.state
  const shared = network.addresses.filter(({ isShared }) => isShared === true).length
  const disk = hardware.disks.find(({ key }) => key === node.state.systemDrive)
  registerNode(api, {
    name: network.hostname,
    addresses: ownAddresses(node).slice(0, network.addresses.length - shared),
    version: tagOf(imageOf(config, 'kubelet')),
    ...nodeSettings(config),
    cpus: hardware.cpus,
    memoryBytes: hardware.memoryBytes,
    diskBytes: disk?.sizeBytes ?? 0,
    system: {
      osImage: `Talos (${image?.version})`,
      kernelVersion: '6.18.9-talos',
      containerRuntimeVersion: 'containerd://2.1.6',
      machineID: createHash('md5').update(node.state.nodeId).digest('hex'),
      systemUUID: hardware.uuid,
      bootID: boot,
      architecture: image?.arch ?? 'amd64',
    },
  })
  uncordon(api, network.hostname)
  if (config.type === 'controlplane') tellStaticPods(node, api)
}

/** Tells the API which static pods the machine has; another image is another pod. */
export function tellStaticPods(node: Node, api: Api): void {
  const config = machineConfig(node)
  if (config === undefined) return
  const pods = COMPONENTS.map((name) => {
    const image = imageOf(config, name)
    const annotations = { 'talos.dev/config-version': configVersion(node, CONFIGS[name]) }
    return { name, image, annotations, configHash: createHash('md5').update(`${name} ${image}`).digest('hex') }
  })
  staticPods(api, node.state.network.hostname, pods)
}

function configVersion(node: Node, type: string): string {
  const kind = kindOfType(type)
  const [found] = kind === undefined ? [] : readResources(node, kind)
  return String(found?.version ?? 0)
}

/** The node of a machine, as the API shows it. */
export const nodeObject = (api: Api | undefined, { state }: Node): KubeObject | undefined =>
  api?.store.get('/nodes', state.network.hostname)

/** Takes no more pods, because the machine is going down. */
export function cordon(api: Api, name: string): void {
  const live = api.store.get('/nodes', name)
  if (live === undefined) return
  const metadata = { ...live.metadata, annotations: { ...live.metadata.annotations, [CORDONED]: 'true' } }
  change(api, 'talos', '/nodes', live, { ...live, metadata, spec: { ...objectAt(live, 'spec'), unschedulable: true } })
}

/** A node that only Talos itself has set aside takes pods again. */
function uncordon(api: Api, name: string): void {
  const live = api.store.get('/nodes', name)
  if (live?.metadata.annotations?.[CORDONED] === undefined) return
  const { [CORDONED]: _, ...annotations } = live.metadata.annotations
  const { unschedulable: __, ...spec } = objectAt(live, 'spec')
  change(api, 'talos', '/nodes', live, { ...live, metadata: { ...live.metadata, annotations }, spec })
}
