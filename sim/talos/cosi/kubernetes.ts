import { create, toBinary } from '@bufbuild/protobuf'
import type { Value } from '../../../src/talos/document/value.ts'
import { NodenameSpecSchema } from '../../../src/talos/gen/machine/resources_pb.ts'
import { listAt, objectAt, textsAt } from '../../kubernetes/json.ts'
import { endpointAddresses } from '../config/endpoint-addresses.ts'
import { type MachineConfig, machineConfig } from '../config/machine-config.ts'
import { isApiServing } from '../kubernetes/clusters.ts'
import { isReady, ownNode } from '../kubernetes/own-node.ts'
import { bootstrapSettings, imageOf } from '../kubernetes/settings.ts'
import { ownAddresses } from '../network/addresses.ts'
import type { Node } from '../node.ts'
import { isUp } from '../services/change.ts'
import { type ResourceContent, type ResourceKind, single } from './kind.ts'

const NOTHING_ASKED = { requests: { cpu: '', memory: '' }, limits: {} }

/** Something that only control planes have, once they have a config. */
const onControlPlane =
  (list: (node: Node, config: MachineConfig) => readonly ResourceContent[]) =>
  (node: Node): readonly ResourceContent[] => {
    const config = machineConfig(node)
    return config?.type === 'controlplane' ? list(node, config) : []
  }

const configured =
  (list: (node: Node, config: MachineConfig) => readonly ResourceContent[]) =>
  (node: Node): readonly ResourceContent[] => {
    const config = machineConfig(node)
    return config === undefined || node.state.network.hostname === '' ? [] : list(node, config)
  }

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
    type: 'Endpoints.kubernetes.talos.dev',
    owner: 'k8s.EndpointController',
    list: configured((node, config) => {
      const host = URL.canParse(config.endpoint) ? new URL(config.endpoint).hostname : ''
      return [
        { id: 'controlplane', spec: { addresses: [host], hosts: [] } },
        { id: 'discovery', spec: { addresses: endpointAddresses(node).filter((one) => one !== host), hosts: [] } },
      ]
    }),
  },
  {
    type: 'KubePrismStatuses.kubernetes.talos.dev',
    owner: 'k8s.KubePrismController',
    list: configured((node) =>
      single('k8s-loadbalancer', { host: '127.0.0.1:7445', healthy: node.state.kubernetes.isRegistered }),
    ),
  },
  {
    type: 'SecretStatuses.kubernetes.talos.dev',
    owner: 'k8s.RenderSecretsStaticPodController',
    list: onControlPlane((node) => (isUp(node, 'etcd') ? single('static-pods', { ready: true, version: '1' }) : [])),
  },
  {
    type: 'StaticPodServerStatuses.kubernetes.talos.dev',
    owner: 'k8s.StaticPodServerController',
    list: configured(() => single('static-pod-server-status', { url: 'http://127.0.0.1:45109' })),
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

const CONDITIONS = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled']
const AFTER_START = ['Ready', 'ContainersReady']

function podStatus(node: Node, config: MachineConfig, name: string, isPodReady: boolean): Value {
  const [ip = ''] = ownAddresses(node)
  const time = new Date(Math.floor(node.state.bootedAt / 1000) * 1000).toISOString().replace('.000Z', 'Z')
  const image =
    name === 'kube-apiserver' || name === 'kube-controller-manager' || name === 'kube-scheduler'
      ? imageOf(config, name)
      : ''
  const ready = isPodReady && isApiServing(node)
  return {
    conditions: CONDITIONS.map((type) => ({
      lastProbeTime: null,
      lastTransitionTime: time,
      status: ready || !AFTER_START.includes(type) ? 'True' : 'False',
      type,
    })),
    containerStatuses: [
      {
        containerID: `containerd://${node.state.boot.replaceAll('-', '')}`,
        image,
        imageID: image,
        lastState: {},
        name,
        ready,
        restartCount: 0,
        started: true,
        state: { running: { startedAt: time } },
      },
    ],
    hostIP: ip,
    hostIPs: [{ ip }],
    phase: 'Running',
    podIP: ip,
    podIPs: [{ ip }],
    qosClass: 'Burstable',
    startTime: time,
  }
}
