import type { ConfigProblem } from '../../../src/talos/document/problem.ts'
import { type Document, isList, isMapping, textAt, type Value } from '../../../src/talos/document/value.ts'
import type { Minor } from '../../../src/talos/schema/notation.ts'

/** What a machine says of a problem in a config, in the words of Talos. */
export interface Words {
  readonly code: string
  /** The kind of the document, where it is not the main one. */
  readonly kind?: string
  /** The place of the problem, with `*` for the position in a list or any key. */
  readonly path: string
  /** Whether it is said of the main document, of the document itself, or of the whole config. */
  readonly of: 'main' | 'document' | 'whole'
  readonly since?: Minor
  readonly before?: Minor
  readonly say: (place: Place) => string
}

/** The place of a problem. */
export interface Place {
  readonly document: Document
  readonly path: ConfigProblem['path']
  /** What stands there, as Go quotes it. */
  readonly quoted: string
  readonly text: string
}

const says = (text: string) => () => text
const quotes =
  (before: string, after = '') =>
  ({ quoted }: Place) =>
    `${before}${quoted}${after}`

/** The last part of a place, as Go quotes it. */
const key = ({ path }: Place): string => JSON.stringify(String(path.at(-1)))

/** What stands at a place, or nothing. */
export function valueAt(value: Value | undefined, path: ConfigProblem['path']): Value | undefined {
  return path.reduce<Value | undefined>((found, part) => {
    if (isList(found)) return found[Number(part)]
    return isMapping(found) ? found[String(part)] : undefined
  }, value)
}

const device = ({ document, path }: Place): string =>
  JSON.stringify(textAt(valueAt(document, path.slice(0, 4)), 'interface') ?? '')

const route = ({ path }: Place): string => `[networking.os.device.route[${path[5]}]`

/** Errors as Go's multierror prints them. */
export function severalErrors(lines: readonly string[]): string {
  const count = lines.length === 1 ? '1 error' : `${lines.length} errors`
  return `${count} occurred:\n\t${lines.map((line) => `* ${line}`).join('\n\t')}\n\n`
}

const INTERFACES = 'machine.network.interfaces.*'

/**
 * What the real talosctl and a genuine machine were recorded to say, in the order in which Talos looks. A problem may be said
 * twice; one that is not here is said in our own words.
 */
export const WORDS: readonly Words[] = [
  {
    code: 'control-plane-only',
    path: 'cluster.etcd',
    of: 'main',
    say: says('etcd config is only allowed on control plane machines'),
  },
  { code: 'bad-value', path: 'machine.type', of: 'main', say: quotes('unknown machine type ') },
  {
    code: 'missing-disk',
    path: 'machine.install',
    of: 'main',
    say: says('either install disk or diskSelector should be defined'),
  },
  {
    code: 'missing-endpoint',
    path: 'cluster.controlPlane.endpoint',
    of: 'main',
    before: '1.14',
    say: says('cluster controlplane endpoint is required'),
  },
  {
    code: 'bad-value',
    path: 'cluster.controlPlane.endpoint',
    of: 'main',
    say: says('invalid controlplane endpoint: hostname must not be blank'),
  },
  { code: 'bad-value', path: 'cluster.network.dnsDomain', of: 'main', say: quotes('', ' is not a valid DNS name') },
  {
    code: 'key-on-worker',
    path: 'cluster.ca.key',
    of: 'main',
    say: says('cluster CA key is not allowed on non-controlplane nodes (.cluster.ca)'),
  },
  {
    code: 'missing-ca',
    path: 'machine.ca',
    of: 'main',
    say: says('issuing CA or some accepted CAs are required (.machine.ca, machine.acceptedCAs)'),
  },
  {
    code: 'missing-ca-key',
    path: 'machine.ca.key',
    of: 'main',
    say: says('issuing CA key is required for controlplane nodes (.machine.ca.key)'),
  },
  {
    code: 'key-on-worker',
    path: 'machine.ca.key',
    of: 'main',
    say: says('issuing Talos API CA key is not allowed on non-controlplane nodes (.machine.ca)'),
  },
  {
    code: 'key-on-worker',
    path: 'cluster.ca.key',
    of: 'main',
    say: says('issuing Kubernetes API CA key is not allowed on non-controlplane nodes (.cluster.ca)'),
  },
  {
    code: 'missing-identity',
    path: 'cluster.*',
    of: 'main',
    say: ({ path }) => `cluster discovery service requires .cluster.${path.at(-1)}`,
  },
  {
    code: 'discovery',
    path: 'cluster.discovery.registries.service.endpoint',
    of: 'main',
    say: says('cluster discovery service path should be empty'),
  },
  {
    code: 'bad-value',
    path: `${INTERFACES}.addresses.*`,
    of: 'main',
    say: (place) => `[networking.os.device.addresses] ${device(place)}: invalid CIDR address: ${place.text}`,
  },
  {
    code: 'bad-value',
    path: `${INTERFACES}.routes.*.network`,
    of: 'main',
    say: (place) => `${route(place)}.network] ${place.quoted}: invalid network address`,
  },
  {
    code: 'bad-value',
    path: `${INTERFACES}.routes.*.gateway`,
    of: 'main',
    say: (place) => `${route(place)}.gateway] ${place.quoted}: invalid network address`,
  },
  {
    code: 'route',
    path: `${INTERFACES}.routes.*`,
    of: 'main',
    say: (place) => `${route(place)}]: either network or gateway should be set`,
  },
  {
    code: 'control-plane-only',
    path: `${INTERFACES}.vip`,
    of: 'main',
    say: says('virtual (shared) IP is not allowed on non-controlplane nodes'),
  },
  {
    code: 'bad-value',
    path: `${INTERFACES}.vip.ip`,
    of: 'main',
    say: quotes('[networking.os.device.vip] failed to parse ', ' as IP address'),
  },
  {
    code: 'node-metadata',
    path: 'machine.nodeLabels.*',
    of: 'main',
    say: ({ quoted }) => `invalid machine node labels: ${severalErrors([`label value ${quoted} is invalid`])}`,
  },
  {
    code: 'node-metadata',
    path: 'machine.nodeAnnotations.*',
    of: 'main',
    say: (place) => `invalid machine node annotations: ${severalErrors([`name ${key(place)} is invalid`])}`,
  },
  {
    code: 'protected-field',
    path: 'machine.kubelet.extraConfig.*',
    of: 'main',
    say: (place) => `kubelet configuration field ${key(place)} can't be overridden`,
  },
  {
    code: 'control-plane-only',
    path: 'machine.features.kubernetesTalosAPIAccess',
    of: 'main',
    say: says('feature Kubernetes Talos API Access can only be enabled on control plane machines'),
  },
  {
    code: 'manifest',
    path: 'cluster.inlineManifests.*.name',
    of: 'main',
    say: ({ text, quoted }) =>
      text === '' ? "inline manifest name can't be empty" : `inline manifest name ${quoted} is duplicate`,
  },
  {
    code: 'cloud-provider',
    path: 'cluster.externalCloudProvider.manifests',
    of: 'main',
    say: says('external cloud provider is disabled, but manifests are provided'),
  },
  {
    code: 'etcd-subnets',
    path: 'cluster.etcd.subnet',
    of: 'main',
    say: says("etcd subnet can't be set when advertised subnets are set"),
  },
  {
    code: 'kubespan',
    path: 'machine.network.kubespan',
    of: 'main',
    before: '1.14',
    say: says('.cluster.discovery should be enabled when .machine.network.kubespan is enabled'),
  },
  {
    code: 'hostname',
    kind: 'HostnameConfig',
    path: 'auto',
    of: 'document',
    say: says("'auto' and 'hostname' cannot be set at the same time"),
  },
  {
    code: 'bad-value',
    kind: 'Layer2VIPConfig',
    path: 'name',
    of: 'document',
    say: ({ quoted }) => `name must be a valid IP address: ParseAddr(${quoted}): unable to parse IP`,
  },
  {
    code: 'missing-field',
    kind: 'UserVolumeConfig',
    path: 'provisioning.diskSelector.match',
    of: 'document',
    say: says('disk selector is required'),
  },
  {
    code: 'missing-field',
    kind: 'UserVolumeConfig',
    path: 'provisioning',
    of: 'document',
    say: says('min size or max size is required'),
  },
  {
    code: 'conflict',
    path: 'machine.network.hostname',
    of: 'whole',
    say: says('static hostname is already set in v1alpha1 config'),
  },
  {
    code: 'conflict',
    path: 'machine.install',
    of: 'whole',
    since: '1.14',
    say: says('UnattendedInstallConfig config is incompatible with v1alpha1 config (.machine.install)'),
  },
  {
    code: 'missing-endpoint',
    path: 'cluster.controlPlane.endpoint',
    of: 'whole',
    since: '1.14',
    say: says(
      'cluster name and endpoint are required when Kubernetes is configured: either .cluster.clusterName/.cluster.controlPlane.endpoint or the KubeClusterConfig document',
    ),
  },
  {
    code: 'missing-identity',
    path: 'cluster.id',
    of: 'whole',
    since: '1.14',
    say: says(
      'cluster ID (.cluster.id or DiscoveryIdentityConfig) should be set when cluster discovery (DiscoveryServiceConfig) is enabled',
    ),
  },
  {
    code: 'kubespan',
    path: 'machine.network.kubespan',
    of: 'whole',
    since: '1.14',
    say: says('KubeSpan requires cluster discovery to be enabled'),
  },
]
