import { decodeBase64 } from '../../../src/encoding/base64.ts'
import { kindOf, ofKind, rootOf } from '../../../src/talos/document/identity.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { at, type Document, listAt, textAt, type Value } from '../../../src/talos/document/value.ts'
import type { Node } from '../node.ts'

/** A certificate authority as a config holds it; workers have no key. */
export interface ConfigAuthority {
  readonly crt: string
  readonly key: string
}

/** A machine config, as far as a machine's own behaviour depends on it. */
export interface MachineConfig {
  readonly documents: readonly Document[]
  readonly root: Document
  readonly type: 'controlplane' | 'worker'
  readonly hostname: string | undefined
  readonly clusterName: string
  readonly clusterId: string
  /** The address of the Kubernetes API. */
  readonly endpoint: string
  readonly osAuthority: ConfigAuthority
  /** Other authorities whose clients are believed. */
  readonly acceptedAuthorities: readonly string[]
  readonly kubernetesAuthority: ConfigAuthority
  /** Absent on workers. */
  readonly etcdAuthority: ConfigAuthority | undefined
  /** What tokens of service accounts are signed with, and in whose name; absent on workers. */
  readonly serviceAccounts: { readonly key: string; readonly url: string } | undefined
  readonly certSans: readonly string[]
  readonly usesDiscovery: boolean
}

/** The config in force; read once for each change. */
export function machineConfig({ state, live }: Node): MachineConfig | undefined {
  if (state.config === undefined) return undefined
  const { text } = state.config
  if (live.parsed?.text !== text) live.parsed = { text, config: readMachineConfig(readDocuments(text)) }
  return live.parsed.config
}

/** Looks at the documents of a config that was found valid. */
export function readMachineConfig(documents: readonly Document[]): MachineConfig {
  const root = rootOf(documents) ?? {}
  const document = (kind: string): Document => ofKind(documents, kind)[0] ?? {}
  const text = (kind: string, key: string, ...legacy: readonly string[]): string | undefined =>
    textAt(document(kind), key) ?? textAt(root, ...legacy)
  return {
    documents,
    root,
    type: textAt(root, 'machine', 'type') === 'worker' ? 'worker' : 'controlplane',
    hostname: text('HostnameConfig', 'hostname', 'machine', 'network', 'hostname'),
    clusterName: text('KubeClusterConfig', 'clusterName', 'cluster', 'clusterName') ?? '',
    clusterId: text('DiscoveryIdentityConfig', 'clusterID', 'cluster', 'id') ?? '',
    endpoint: text('KubeClusterConfig', 'endpoint', 'cluster', 'controlPlane', 'endpoint') ?? '',
    osAuthority: encodedPair(root, 'machine', 'ca'),
    acceptedAuthorities: listAt(root, 'machine', 'acceptedCAs').map((one) => decoded(textAt(one, 'crt'))),
    kubernetesAuthority: kubernetesAuthority(root, document('KubeAPIServerCAConfig')),
    etcdAuthority: at(root, 'cluster', 'etcd') === undefined ? undefined : encodedPair(root, 'cluster', 'etcd', 'ca'),
    serviceAccounts: serviceAccounts(documents, root),
    certSans: texts(root, 'machine', 'certSANs'),
    usesDiscovery: usesDiscovery(documents, root),
  }
}

/** Texts of a list at the end of a path. */
export const texts = (value: Value | undefined, ...path: readonly string[]): readonly string[] =>
  listAt(value, ...path).filter((one) => typeof one === 'string')

const decoded = (text: string | undefined): string => decodeBase64(text ?? '')?.toString('utf8') ?? ''

const encodedPair = (root: Document, ...path: readonly string[]): ConfigAuthority => ({
  crt: decoded(textAt(root, ...path, 'crt')),
  key: decoded(textAt(root, ...path, 'key')),
})

function kubernetesAuthority(root: Document, document: Document): ConfigAuthority {
  if (kindOf(document) === 'v1alpha1') return encodedPair(root, 'cluster', 'ca')
  const [accepted = ''] = texts(document, 'acceptedCAs')
  return { crt: textAt(document, 'issuingCA', 'cert') ?? accepted, key: textAt(document, 'issuingCA', 'key') ?? '' }
}

/** Unless the config says otherwise, the address of the API is the name that tokens are issued in. */
function serviceAccounts(documents: readonly Document[], root: Document): MachineConfig['serviceAccounts'] {
  const [document] = ofKind(documents, 'KubeServiceAccountConfig')
  const key = textAt(document, 'issuer', 'privateKey') ?? decoded(textAt(root, 'cluster', 'serviceAccount', 'key'))
  if (key === '') return undefined
  const [cluster] = ofKind(documents, 'KubeClusterConfig')
  const endpoint = textAt(cluster, 'endpoint') ?? textAt(root, 'cluster', 'controlPlane', 'endpoint') ?? ''
  return { key, url: textAt(document, 'issuer', 'issuerURL') ?? endpoint }
}

function usesDiscovery(documents: readonly Document[], root: Document): boolean {
  if (ofKind(documents, 'DiscoveryServiceConfig').length > 0) return true
  return at(root, 'cluster', 'discovery', 'enabled') === true
}
