import { at, isMapping } from '../../../src/talos/document/value.ts'
import type { JsonObject } from '../../kubernetes/json.ts'
import { type MachineConfig, machineConfig } from '../config/machine-config.ts'
import { kindOfType } from '../cosi/kinds.ts'
import { readResources } from '../cosi/read.ts'
import type { Node } from '../node.ts'
import type { COMPONENTS } from './components.ts'
import { clusterNetworks, documentOf, imageOf, tagOf } from './settings.ts'

type Component = (typeof COMPONENTS)[number]
type Flags = Readonly<Record<string, string>>

/** How a pod of the control plane differs from the others. */
interface Definition {
  /** Where a machine shows how it is configured. */
  readonly config: string
  readonly section: string
  readonly document: string
  readonly user: number
  readonly requests: JsonObject
  readonly flags: (config: MachineConfig) => Flags
  /** Flags without a value, which come first. */
  readonly switches?: readonly string[]
  readonly folders: readonly (readonly [name: string, path: string, isReadOnly: boolean])[]
  readonly probes: JsonObject
  readonly capabilities?: JsonObject
}

const secretsOf = (component: string): string => `/system/secrets/kubernetes/${component}`
const configOf = (component: string): string => `/system/config/kubernetes/${component}`
const AUDIT = '/var/log/audit/kube'

const probe = (port: number, path: string, more: JsonObject = {}): JsonObject => ({
  httpGet: { host: 'localhost', path, port, scheme: 'HTTPS' },
  ...more,
})

function serverFlags(config: MachineConfig): Flags {
  const secrets = secretsOf('kube-apiserver')
  const settings = configOf('kube-apiserver')
  return {
    'admission-control-config-file': `${settings}/admission-control-config.yaml`,
    'advertise-address': '$(POD_IP)',
    'allow-privileged': 'true',
    'anonymous-auth': 'false',
    'api-audiences': config.endpoint,
    'audit-log-path': `${AUDIT}/kube-apiserver.log`,
    'audit-policy-file': `${settings}/auditpolicy.yaml`,
    'authorization-config': `${settings}/authorization-config.yaml`,
    'bind-address': '0.0.0.0',
    'client-ca-file': `${secrets}/ca.crt`,
    'enable-admission-plugins': 'NodeRestriction',
    'enable-bootstrap-token-auth': 'true',
    'etcd-servers': 'https://127.0.0.1:2379',
    'secure-port': '6443',
    'service-account-issuer': config.endpoint,
    'service-account-signing-key-file': `${secrets}/service-account.key`,
    'service-cluster-ip-range': clusterNetworks(config).serviceSubnets.join(','),
    'tls-cert-file': `${secrets}/apiserver.crt`,
    'tls-private-key-file': `${secrets}/apiserver.key`,
  }
}

function managerFlags(config: MachineConfig): Flags {
  const secrets = secretsOf('kube-controller-manager')
  const { podSubnets, serviceSubnets } = clusterNetworks(config)
  return {
    'allocate-node-cidrs': 'true',
    'bind-address': '127.0.0.1',
    'cluster-cidr': podSubnets.join(','),
    'cluster-signing-cert-file': `${secrets}/ca.crt`,
    'cluster-signing-key-file': `${secrets}/ca.key`,
    controllers: '*,tokencleaner',
    kubeconfig: `${secrets}/kubeconfig`,
    'leader-elect': 'true',
    'root-ca-file': `${secrets}/ca.crt`,
    'service-account-private-key-file': `${secrets}/service-account.key`,
    'service-cluster-ip-range': serviceSubnets.join(','),
    'tls-min-version': 'VersionTLS13',
  }
}

const schedulerFlags = (): Flags => ({
  'authentication-kubeconfig': `${secretsOf('kube-scheduler')}/kubeconfig`,
  'authorization-kubeconfig': `${secretsOf('kube-scheduler')}/kubeconfig`,
  'bind-address': '127.0.0.1',
  config: `${configOf('kube-scheduler')}/scheduler-config.yaml`,
  'leader-elect': 'true',
  'tls-min-version': 'VersionTLS13',
})

const DEFINITIONS: { readonly [C in Component]: Definition } = {
  'kube-apiserver': {
    config: 'APIServerConfigs.kubernetes.talos.dev',
    section: 'apiServer',
    document: 'KubeAPIServerConfig',
    user: 65_534,
    requests: { cpu: '200m', memory: '512Mi' },
    flags: serverFlags,
    folders: [
      ['secrets', secretsOf('kube-apiserver'), true],
      ['config', configOf('kube-apiserver'), true],
      ['audit', AUDIT, false],
    ],
    probes: {},
    capabilities: { add: ['NET_BIND_SERVICE'] },
  },
  'kube-controller-manager': {
    config: 'ControllerManagerConfigs.kubernetes.talos.dev',
    section: 'controllerManager',
    document: 'KubeControllerManagerConfig',
    user: 65_535,
    requests: { cpu: '50m', memory: '256Mi' },
    flags: managerFlags,
    switches: ['--use-service-account-credentials'],
    folders: [['secrets', secretsOf('kube-controller-manager'), true]],
    probes: {
      livenessProbe: probe(10_257, '/healthz', { timeoutSeconds: 15 }),
      startupProbe: probe(10_257, '/healthz', { failureThreshold: 12, periodSeconds: 5 }),
    },
  },
  'kube-scheduler': {
    config: 'SchedulerConfigs.kubernetes.talos.dev',
    section: 'scheduler',
    document: 'KubeSchedulerConfig',
    user: 65_536,
    requests: { cpu: '10m', memory: '64Mi' },
    flags: schedulerFlags,
    folders: [
      ['secrets', secretsOf('kube-scheduler'), true],
      ['config', configOf('kube-scheduler'), true],
    ],
    probes: {
      livenessProbe: probe(10_259, '/livez'),
      readinessProbe: probe(10_259, '/readyz'),
      startupProbe: probe(10_259, '/livez'),
    },
  },
}

/** A pod that a control plane runs by itself, as Talos defines it for the kubelet. */
export function staticPod(node: Node, config: MachineConfig, component: Component): JsonObject {
  const image = imageOf(config, component)
  const { config: configType, folders, user, requests, probes, capabilities } = DEFINITIONS[component]
  const isServer = component === 'kube-apiserver'
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: component,
      namespace: 'kube-system',
      annotations: {
        ...(isServer ? { 'talos.dev/config-file-version': '1' } : {}),
        'talos.dev/config-version': configVersion(node, configType),
        'talos.dev/secrets-version': '1',
      },
      labels: {
        'app.kubernetes.io/component': 'control-plane',
        'app.kubernetes.io/managed-by': 'Talos',
        'app.kubernetes.io/name': component,
        'app.kubernetes.io/version': tagOf(image).replace(/^v/, ''),
        component,
        'k8s-app': component,
        tier: 'control-plane',
      },
    },
    spec: {
      containers: [
        {
          name: component,
          image,
          command: command(config, component),
          env: [{ name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }],
          ...probes,
          resources: { requests },
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: { ...capabilities, drop: ['ALL'] },
            seccompProfile: { type: 'RuntimeDefault' },
          },
          volumeMounts: folders.map(([name, mountPath, readOnly]) => ({
            mountPath,
            name,
            ...(readOnly ? { readOnly } : {}),
          })),
        },
      ],
      hostNetwork: true,
      priority: 2_000_000_000,
      priorityClassName: 'system-cluster-critical',
      securityContext: { runAsGroup: user, runAsNonRoot: true, runAsUser: user },
      volumes: folders.map(([name, path]) => ({ name, hostPath: { path } })),
    },
  }
}

/** The command of a pod: its flags in the order of their names, what the config says before what Talos has. */
function command(config: MachineConfig, component: Component): readonly string[] {
  const { flags, switches = [], section, document } = DEFINITIONS[component]
  const extra = at(documentOf(config, document), 'extraArgs') ?? at(config.root, 'cluster', section, 'extraArgs')
  const all = { ...flags(config), ...(isMapping(extra) ? extra : {}) }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `--${name}=${String(each)}`),
  )
  return [`/usr/local/bin/${component}`, ...switches, ...lines.sort()]
}

function configVersion(node: Node, type: string): string {
  const kind = kindOfType(type)
  const [found] = kind === undefined ? [] : readResources(node, kind)
  return String(found?.version ?? 0)
}

/** The pods that a control plane runs by itself; none on other machines. */
export function staticPodsOf(node: Node, components: readonly Component[]): readonly JsonObject[] {
  const config = machineConfig(node)
  return config?.type === 'controlplane' ? components.map((each) => staticPod(node, config, each)) : []
}
