import { createHash } from 'node:crypto'
import type { Api } from '../../kubernetes/api.ts'
import { change } from '../../kubernetes/controllers/write.ts'
import { objectAt, textAt } from '../../kubernetes/json.ts'
import { requestClientCertificate, requestServingCertificate } from '../../kubernetes/nodes/node-certificates.ts'
import { registerNode, staticPods } from '../../kubernetes/nodes/nodes.ts'
import type { KubeObject } from '../../kubernetes/object.ts'
import { machineConfig } from '../config/machine-config.ts'
import type { Node } from '../node.ts'
import { releaseOn } from '../releases.ts'
import { COMPONENTS } from './components.ts'
import { asksForServingCertificate } from './kubelet-config.ts'
import { nodeAddresses } from './node-addresses.ts'
import { imageOf, nodeSettings, tagOf } from './settings.ts'
import { staticPodsOf } from './static-pods.ts'

const CORDONED = 'talos.dev/cordoned'

/** The kubelet tells the API of its machine, and of the pods that it runs by itself. */
export function register(node: Node, api: Api): void {
  const config = machineConfig(node)
  if (config === undefined) return
  const { hardware, network, image, boot } = node.state
  const { kernel, containerd } = releaseOn(node)
  const disk = hardware.disks.find(({ key }) => key === node.state.systemDrive)
  const isNew = api.store.get('/nodes', network.hostname) === undefined
  if (isNew) requestClientCertificate(api, network.hostname, textAt(config.root, 'cluster', 'token'))
  registerNode(api, {
    name: network.hostname,
    addresses: nodeAddresses(node),
    version: tagOf(imageOf(config, 'kubelet')),
    ...nodeSettings(config),
    cpus: hardware.cpus,
    memoryBytes: hardware.memoryBytes,
    diskBytes: disk?.sizeBytes ?? 0,
    system: {
      osImage: `Talos (${image?.version})`,
      kernelVersion: kernel,
      containerRuntimeVersion: `containerd://${containerd}`,
      machineID: createHash('md5').update(node.state.nodeId).digest('hex'),
      systemUUID: hardware.uuid,
      bootID: boot,
      architecture: image?.arch ?? 'amd64',
    },
  })
  if (asksForServingCertificate(config)) requestServingCertificate(api, network.hostname)
  uncordon(api, network.hostname)
  if (config.type === 'controlplane') tellStaticPods(node, api)
}

/** Tells the API which static pods the machine has; another definition is another pod. */
export function tellStaticPods(node: Node, api: Api): void {
  const pods = staticPodsOf(node, COMPONENTS).map((definition) => {
    const name = textAt(definition, 'metadata', 'name')
    return { name, definition, configHash: createHash('md5').update(JSON.stringify(definition)).digest('hex') }
  })
  staticPods(api, node.state.network.hostname, pods)
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
