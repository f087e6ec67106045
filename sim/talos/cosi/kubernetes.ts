import { create, toBinary } from '@bufbuild/protobuf'
import type { Value } from '../../../src/talos/document/value.ts'
import { NodenameSpecSchema } from '../../../src/talos/gen/machine/resources_pb.ts'
import { listAt, objectAt, textsAt } from '../../kubernetes/json.ts'
import type { MachineConfig } from '../config/machine-config.ts'
import { isReady, ownNode } from '../kubernetes/own-node.ts'
import { bootstrapSettings, imageOf } from '../kubernetes/settings.ts'
import { isUp } from '../services/change.ts'
import { type ResourceKind, single } from './kind.ts'
import { podStatus } from './static-pod-status.ts'
import { configured, onControlPlane } from './with-config.ts'

/** Where a kubelet finds the pods of its control plane. */
const STATIC_PODS = 'http://127.0.0.1:45109'

const NOTHING_ASKED = { requests: { cpu: '', memory: '' }, limits: {} }

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
    list: configured(({ state: { network } }, config) =>
      single('kubelet', {
        image: imageOf(config, 'kubelet'),
        args: [
          '--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubeconfig',
          '--cert-dir=/var/lib/kubelet/pki',
          '--config=/etc/kubernetes/kubelet.yaml',
          `--hostname-override=${network.hostname}`,
          '--kubeconfig=/etc/kubernetes/kubeconfig-kubelet',
        ],
        expectedNodename: network.hostname,
        config: { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' },
      }),
    ),
  },
  {
    type: 'KubeletConfigs.kubernetes.talos.dev',
    owner: 'k8s.KubeletConfigController',
    list: configured((_, config) =>
      single('kubelet', {
        image: imageOf(config, 'kubelet'),
        clusterDNS: ['10.96.0.10'],
        clusterDomain: bootstrapSettings(config).dnsDomain,
        cloudProviderExternal: false,
        defaultRuntimeSeccompEnabled: true,
        skipNodeRegistration: false,
        disableManifestsDirectory: true,
        enableFSQuotaMonitoring: true,
        allowSchedulingOnControlPlane: false,
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
        serviceCIDR: bootstrapSettings(config).serviceSubnets,
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
        podCIDRs: bootstrapSettings(config).podSubnets,
        serviceCIDRs: bootstrapSettings(config).serviceSubnets,
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
    list: onControlPlane((_, config) => single('manifests', manifestsSpec(config))),
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

function manifestsSpec(config: MachineConfig): Value {
  const settings = bootstrapSettings(config)
  return {
    string: 'https://127.0.0.1:7445',
    clusterDomain: settings.dnsDomain,
    podCIDRs: settings.podSubnets,
    proxyEnabled: settings.kubeProxy,
    proxyImage: imageOf(config, 'kube-proxy'),
    proxyArgs: settings.podSubnets.map((subnet) => `--cluster-cidr=${subnet}`),
    coreDNSEnabled: settings.coreDns,
    coreDNSImage: 'registry.k8s.io/coredns/coredns:v1.13.2',
    dnsServiceIP: '10.96.0.10',
    dnsServiceIPv6: '',
    flannelEnabled: settings.flannel,
    flannelImage: 'ghcr.io/siderolabs/flannel:v0.27.4',
    flannelExtraArgs: [],
    flannelKubeServiceHost: '127.0.0.1',
    flannelKubeServicePort: '7445',
    podSecurityPolicyEnabled: false,
    talosAPIServiceEnabled: false,
  }
}
