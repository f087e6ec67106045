import { create, toBinary } from '@bufbuild/protobuf'
import type { Value } from '../../../src/talos/document/value.ts'
import { NodenameSpecSchema } from '../../../src/talos/gen/machine/resources_pb.ts'
import { dnsAddresses } from '../../kubernetes/bootstrap/core-dns.ts'
import { proxyFlags } from '../../kubernetes/bootstrap/kube-proxy.ts'
import { ownManifests } from '../../kubernetes/bootstrap/own-manifests.ts'
import { type Json, listAt, objectAt, textsAt } from '../../kubernetes/json.ts'
import type { MachineConfig } from '../config/machine-config.ts'
import { COMPONENTS } from '../kubernetes/components.ts'
import { extraArgs, extraConfig, kubeletConfiguration, STATIC_PODS, takesPods } from '../kubernetes/kubelet-config.ts'
import { nodeAddresses } from '../kubernetes/node-addresses.ts'
import { isReady, ownNode } from '../kubernetes/own-node.ts'
import { bootstrapSettings, clusterNetworks, dnsDomain, imageOf } from '../kubernetes/settings.ts'
import { staticPodsOf } from '../kubernetes/static-pods.ts'
import type { Node } from '../node.ts'
import { releaseOn } from '../releases.ts'
import { isUp } from '../services/change.ts'
import { type ResourceKind, single } from './kind.ts'
import { podStatus } from './static-pod-status.ts'
import { configured, onControlPlane } from './with-config.ts'

const NOTHING_ASKED = { requests: { cpu: '', memory: '' }, limits: {} }

/** Objects of Kubernetes as the spec of a resource. */
const plain = (value: Json): Value => JSON.parse(JSON.stringify(value))

/** Resources about the machine's part of Kubernetes. */
export const kubernetesKinds: readonly ResourceKind[] = [
  {
    type: 'Nodenames.kubernetes.talos.dev',
    owner: 'k8s.NodenameController',
    list: configured(({ state: { network } }) => {
      const nodename = network.hostname
      const proto = toBinary(NodenameSpecSchema, create(NodenameSpecSchema, { nodename, hostnameVersion: '1' }))
      return [{ id: 'nodename', spec: { nodename, hostnameVersion: '1', skipNodeRegistration: false }, proto }]
    }),
  },
  {
    type: 'NodeStatuses.kubernetes.talos.dev',
    owner: 'k8s.NodeStatusController',
    list(node) {
      const known = node.state.kubernetes.isRegistered ? ownNode(node) : undefined
      if (known === undefined) return []
      const spec = {
        nodename: known.metadata.name,
        nodeReady: isReady(known),
        unschedulable: objectAt(known, 'spec').unschedulable === true,
        labels: { ...textsAt(known, 'metadata', 'labels') },
        annotations: { ...textsAt(known, 'metadata', 'annotations') },
        podCIDRs: listAt(known, 'spec', 'podCIDRs').map(String),
      }
      return [{ id: known.metadata.name, spec }]
    },
  },
  {
    type: 'StaticPodStatuses.kubernetes.talos.dev',
    owner: 'k8s.KubeletStaticPodController',
    list: onControlPlane((node, config) =>
      Object.entries(node.state.kubernetes.pods)
        .filter(([, phase]) => phase !== 'pending')
        .map(([name, phase]) => ({
          id: `kube-system/${name}-${node.state.network.hostname}`,
          spec: podStatus(node, config, name, phase === 'ready'),
        })),
    ),
  },
  {
    type: 'KubeletSpecs.kubernetes.talos.dev',
    owner: 'k8s.KubeletSpecController',
    list: configured((node, config) =>
      single('kubelet', {
        image: imageOf(config, 'kubelet'),
        args: [
          '--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubeconfig',
          '--cert-dir=/var/lib/kubelet/pki',
          '--config=/etc/kubernetes/kubelet.yaml',
          `--hostname-override=${node.state.network.hostname}`,
          '--kubeconfig=/etc/kubernetes/kubeconfig-kubelet',
          `--node-ip=${nodeAddresses(node).join(',')}`,
          ...Object.entries(extraArgs(config)).map(([name, value]) => `--${name}=${String(value)}`),
        ].sort(),
        expectedNodename: node.state.network.hostname,
        config: kubeletConfiguration(config),
      }),
    ),
  },
  {
    type: 'KubeletConfigs.kubernetes.talos.dev',
    owner: 'k8s.KubeletConfigController',
    list: configured((_, config) =>
      single('kubelet', {
        image: imageOf(config, 'kubelet'),
        clusterDNS: dnsAddresses(clusterNetworks(config).serviceSubnets),
        clusterDomain: dnsDomain(config),
        ...(Object.keys(extraArgs(config)).length === 0 ? {} : { extraArgs: extraArgs(config) }),
        ...(Object.keys(extraConfig(config)).length === 0 ? {} : { extraConfig: extraConfig(config) }),
        cloudProviderExternal: false,
        defaultRuntimeSeccompEnabled: true,
        skipNodeRegistration: false,
        disableManifestsDirectory: true,
        enableFSQuotaMonitoring: true,
        allowSchedulingOnControlPlane: takesPods(config) && config.type === 'controlplane',
        staticPodListURL: STATIC_PODS,
      }),
    ),
  },
  {
    type: 'APIServerConfigs.kubernetes.talos.dev',
    owner: 'k8s.ControlPlaneAPIServerController',
    list: onControlPlane((_, config) =>
      single('kube-apiserver', {
        image: imageOf(config, 'kube-apiserver'),
        cloudProvider: '',
        controlPlaneEndpoint: config.endpoint,
        etcdServers: ['https://127.0.0.1:2379'],
        localPort: 6443,
        serviceCIDR: clusterNetworks(config).serviceSubnets,
        extraArgs: {},
        extraVolumes: [],
        environmentVariables: {},
        advertisedAddress: '$(POD_IP)',
        resources: NOTHING_ASKED,
      }),
    ),
  },
  {
    type: 'ControllerManagerConfigs.kubernetes.talos.dev',
    owner: 'k8s.ControlPlaneControllerManagerController',
    list: onControlPlane((_, config) =>
      single('kube-controller-manager', {
        enabled: true,
        image: imageOf(config, 'kube-controller-manager'),
        cloudProvider: '',
        podCIDRs: clusterNetworks(config).podSubnets,
        serviceCIDRs: clusterNetworks(config).serviceSubnets,
        extraArgs: {},
        extraVolumes: [],
        environmentVariables: {},
        resources: NOTHING_ASKED,
      }),
    ),
  },
  {
    type: 'SchedulerConfigs.kubernetes.talos.dev',
    owner: 'k8s.ControlPlaneSchedulerController',
    list: onControlPlane((_, config) =>
      single('kube-scheduler', {
        enabled: true,
        image: imageOf(config, 'kube-scheduler'),
        extraArgs: {},
        extraVolumes: [],
        environmentVariables: {},
        resources: NOTHING_ASKED,
        config: {},
      }),
    ),
  },
  {
    type: 'BootstrapManifestsConfigs.kubernetes.talos.dev',
    owner: 'k8s.ControlPlaneBootstrapManifestsController',
    list: onControlPlane((node, config) => single('manifests', manifestsSpec(node, config))),
  },
  {
    type: 'Manifests.kubernetes.talos.dev',
    owner: 'k8s.ManifestController',
    list: onControlPlane((node, config) =>
      ownManifests(bootstrapSettings(config, releaseOn(node))).map(({ id, objects }) => ({ id, spec: plain(objects) })),
    ),
  },
  {
    type: 'StaticPods.kubernetes.talos.dev',
    owner: 'k8s.ControlPlaneStaticPodController',
    list: (node) =>
      isUp(node, 'etcd')
        ? staticPodsOf(node, COMPONENTS).map((pod, at) => ({
            id: COMPONENTS[at] ?? '',
            spec: plain({ ...pod, status: {} }),
          }))
        : [],
  },
  {
    type: 'SecretStatuses.kubernetes.talos.dev',
    owner: 'k8s.RenderSecretsStaticPodController',
    list: onControlPlane((node) => (isUp(node, 'etcd') ? single('static-pods', { ready: true, version: '1' }) : [])),
  },
  {
    type: 'StaticPodServerStatuses.kubernetes.talos.dev',
    owner: 'k8s.StaticPodServerController',
    list: configured(() => single('static-pod-server-status', { url: STATIC_PODS })),
  },
]

function manifestsSpec(node: Node, config: MachineConfig): Value {
  const settings = bootstrapSettings(config, releaseOn(node))
  const dns = dnsAddresses(settings.serviceSubnets)
  const server = new URL(settings.apiServer)
  return {
    string: settings.apiServer,
    clusterDomain: settings.dnsDomain,
    podCIDRs: settings.podSubnets,
    proxyEnabled: settings.kubeProxy,
    proxyImage: settings.images.kubeProxy,
    proxyArgs: proxyFlags(settings.podSubnets),
    coreDNSEnabled: settings.coreDns,
    coreDNSImage: settings.images.coreDns,
    dnsServiceIP: dns.find((address) => !address.includes(':')) ?? '',
    dnsServiceIPv6: dns.find((address) => address.includes(':')) ?? '',
    flannelEnabled: settings.flannel,
    flannelImage: settings.images.flannel,
    flannelExtraArgs: [],
    flannelKubeServiceHost: server.hostname,
    flannelKubeServicePort: server.port,
    podSecurityPolicyEnabled: false,
    talosAPIServiceEnabled: false,
  }
}
