import { ofKind } from '../../../src/talos/document/identity.ts'
import { at, type Document, isMapping, listAt, textAt } from '../../../src/talos/document/value.ts'
import type { BootstrapManifests } from '../../kubernetes/bootstrap/bootstrap.ts'
import { type ClusterNetworks, DEFAULT_NETWORKS } from '../../kubernetes/state.ts'
import { type MachineConfig, texts } from '../config/machine-config.ts'
import { images, type Release } from '../releases.ts'

const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane'

/** The document of a kind, where a config has one. */
export const documentOf = ({ documents }: MachineConfig, kind: string): Document | undefined =>
  ofKind(documents, kind)[0]

/** The version in the tag of an image. */
export const tagOf = (image: string): string => /:(v\d+\.\d+\.\d+[\w.-]*)/.exec(image)?.[1] ?? ''

/** The image of a component, in either way of writing it. */
export function imageOf(config: MachineConfig, component: keyof typeof PLACES): string {
  const { kind, path } = PLACES[component]
  return textAt(documentOf(config, kind), 'image') ?? textAt(config.root, ...path, 'image') ?? ''
}

const PLACES = {
  'kube-apiserver': { kind: 'KubeAPIServerConfig', path: ['cluster', 'apiServer'] },
  'kube-controller-manager': { kind: 'KubeControllerManagerConfig', path: ['cluster', 'controllerManager'] },
  'kube-scheduler': { kind: 'KubeSchedulerConfig', path: ['cluster', 'scheduler'] },
  'kube-proxy': { kind: 'KubeProxyConfig', path: ['cluster', 'proxy'] },
  kubelet: { kind: 'KubeletConfig', path: ['machine', 'kubelet'] },
} as const

/** The networks of pods and services; Talos knows one of each family, and has IPv4 where none is named. */
export function clusterNetworks(config: MachineConfig): ClusterNetworks {
  const network = documentOf(config, 'KubeNetworkConfig')
  const subnets = (name: keyof ClusterNetworks) => {
    const named = [...texts(network, name), ...texts(config.root, 'cluster', 'network', name)]
    return named.length === 0 ? DEFAULT_NETWORKS[name] : named
  }
  return { podSubnets: subnets('podSubnets'), serviceSubnets: subnets('serviceSubnets') }
}

/** The DNS domain of a cluster. */
export const dnsDomain = (config: MachineConfig): string =>
  textAt(documentOf(config, 'KubeNetworkConfig'), 'dnsDomain') ??
  textAt(config.root, 'cluster', 'network', 'dnsDomain') ??
  'cluster.local'

/** The port at which every machine passes on calls to the API. */
export function kubePrismPort(config: MachineConfig): number {
  const said =
    at(documentOf(config, 'KubePrismConfig'), 'port') ?? at(config.root, 'machine', 'features', 'kubePrism', 'port')
  return typeof said === 'number' ? said : 7445
}

/** Whether every machine passes on calls to the API from its own address. */
const hasKubePrism = (config: MachineConfig): boolean =>
  documentOf(config, 'KubePrismConfig') !== undefined ||
  at(config.root, 'machine', 'features', 'kubePrism', 'enabled') === true

/** What Talos of a release brings to a cluster that begins. */
export function bootstrapSettings(config: MachineConfig, release: Release): BootstrapManifests {
  const { root, documents } = config
  const network = documentOf(config, 'KubeNetworkConfig')
  const hasDocuments = network !== undefined
  return {
    kubernetesVersion: tagOf(imageOf(config, 'kube-apiserver')),
    ...clusterNetworks(config),
    dnsDomain: dnsDomain(config),
    bootstrapToken: textAt(root, 'cluster', 'token') ?? '',
    apiServer: hasKubePrism(config) ? `https://127.0.0.1:${kubePrismPort(config)}` : config.endpoint,
    images: {
      flannel: images.flannel(release),
      coreDns: textAt(root, 'cluster', 'coreDNS', 'image') ?? images.coreDns(release),
      kubeProxy: imageOf(config, 'kube-proxy'),
    },
    flannel: hasDocuments
      ? documentOf(config, 'KubeFlannelCNIConfig') !== undefined
      : (textAt(root, 'cluster', 'network', 'cni', 'name') ?? 'flannel') === 'flannel',
    kubeProxy: hasDocuments
      ? at(documentOf(config, 'KubeProxyConfig'), 'enabled') !== false
      : at(root, 'cluster', 'proxy', 'disabled') !== true,
    coreDns: hasDocuments
      ? at(documentOf(config, 'KubeCoreDNSConfig'), 'enabled') !== false
      : at(root, 'cluster', 'coreDNS', 'disabled') !== true,
    manifests: [
      ...listAt(root, 'cluster', 'inlineManifests').flatMap((one) => textAt(one, 'contents') ?? []),
      ...ofKind(documents, 'KubeInlineManifestConfig').flatMap((one) => textAt(one, 'manifest') ?? []),
    ],
  }
}

/** What the config says of the machine's own node. */
export function nodeSettings(config: MachineConfig) {
  const { root, type } = config
  const node = documentOf(config, 'KubeNodeConfig')
  const isControlPlane = type === 'controlplane'
  const isReserved =
    isControlPlane && at(root, 'cluster', 'allowSchedulingOnControlPlanes') !== true && node === undefined
  const taints = { ...textsByKey(at(node, 'taints')), ...textsByKey(at(root, 'machine', 'nodeTaints')) }
  return {
    labels: {
      ...(isControlPlane ? { [CONTROL_PLANE]: '' } : {}),
      ...textsByKey(at(node, 'labels')),
      ...textsByKey(at(root, 'machine', 'nodeLabels')),
    },
    annotations: { ...textsByKey(at(node, 'annotations')), ...textsByKey(at(root, 'machine', 'nodeAnnotations')) },
    taints: [
      ...(isReserved ? [{ key: CONTROL_PLANE, effect: 'NoSchedule' }] : []),
      ...Object.entries(taints).map(([key, text]) => taint(key, text)),
    ],
  }
}

/** A taint is written `value:Effect`, or the effect alone. */
function taint(key: string, text: string) {
  const [value = '', effect] = text.split(':')
  return effect === undefined ? { key, effect: value } : { key, value, effect }
}

function textsByKey(value: ReturnType<typeof at>): Readonly<Record<string, string>> {
  if (!isMapping(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text ?? '')]))
}
