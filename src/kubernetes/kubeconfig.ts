import { isDeepStrictEqual } from 'node:util'
import { isMap, stringify, type YAMLMap, type YAMLSeq } from 'yaml'
import { encodeBase64 } from '../encoding/base64.ts'
import { chooseName, type Holder, listAt, type MergeOptions, openClientConfig } from '../files/client-config.ts'
import { type ClientLifetime, issueKubernetesAdmin } from '../talos/certificates/client.ts'
import type { CertificateAndKey } from '../talos/certificates/issue.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'

/** The administrator's way into one Kubernetes cluster. */
export interface AdminAccess {
  readonly cluster: string
  /** URL of the API server. */
  readonly server: string
  /** All authorities that the API server's certificate may come from, as PEM. */
  readonly ca: string
  readonly client: CertificateAndKey
}

/** What a new kubeconfig is to hold. */
export interface AdminAccessOptions extends ClientLifetime {
  readonly cluster: string
  readonly server: string
  /** Further authorities to trust while one is being replaced by another. */
  readonly acceptedAuthorities?: readonly string[]
}

/** Makes an administrator's client certificate, from the bundle alone, as Talos itself would hand it out. */
export async function mintAdminAccess(bundle: SecretsBundle, options: AdminAccessOptions): Promise<AdminAccess> {
  const { cluster, server, acceptedAuthorities = [] } = options
  const authority = bundle.authorities.k8s
  const client = await issueKubernetesAdmin(authority, options)
  return { cluster, server, ca: [...acceptedAuthorities, authority.crt].join(''), client }
}

/** The names of the three entries that make up an access. */
interface Names {
  readonly cluster: string
  readonly user: string
  readonly context: string
}

/** The text of a kubeconfig with this one access, as kubectl writes it. */
export function formatKubeconfig(access: AdminAccess): string {
  const user = userOf(access.cluster)
  const { cluster, context, credentials } = entries(access, { cluster: access.cluster, user, context: user })
  const config = {
    apiVersion: 'v1',
    clusters: [cluster],
    contexts: [context],
    'current-context': user,
    kind: 'Config',
    users: [credentials],
  }
  return stringify(config, LAYOUT)
}

/** Merges an access into the text of an existing kubeconfig and selects it; names may change on the way. */
export function mergeKubeconfig(
  existing: string,
  access: AdminAccess,
  options: MergeOptions,
): { text: string; context: string } {
  const document = openClientConfig(existing, options.source)
  if (document.contents === null) return { text: formatKubeconfig(access), context: userOf(access.cluster) }
  const list = (key: string) => listAt(document, key, options.source)
  const [clusters, users, contexts] = [list('clusters'), list('users'), list('contexts')]
  const names = chooseNames(access, options, { clusters, users, contexts })
  const { cluster, context, credentials } = entries(access, names)
  put(clusters, names.cluster, document.createNode(cluster))
  put(users, names.user, document.createNode(credentials))
  put(contexts, names.context, document.createNode(context))
  if (!document.has('apiVersion')) document.set('apiVersion', 'v1')
  if (!document.has('kind')) document.set('kind', 'Config')
  document.set('current-context', names.context)
  return { text: document.toString(LAYOUT), context: names.context }
}

interface Lists {
  readonly clusters: YAMLSeq
  readonly users: YAMLSeq
  readonly contexts: YAMLSeq
}

function chooseNames(access: AdminAccess, { onConflict }: MergeOptions, lists: Lists): Names {
  const holder = (name: string) => clusterHolder(lists.clusters, name, access.ca)
  const cluster = isUnchanged(lists.clusters, access) ? access.cluster : chooseName(access.cluster, onConflict, holder)
  // A user or context cannot be told apart by itself: it is ours when its cluster is.
  const known = holder(cluster) === 'us' ? 'us' : 'another'
  const holderIn = (list: YAMLSeq) => (name: string) => (find(list, name) === undefined ? 'nobody' : known)
  const user = chooseName(userOf(cluster), onConflict, holderIn(lists.users))
  const context = chooseName(user, onConflict, holderIn(lists.contexts))
  return { cluster, user, context }
}

function clusterHolder(clusters: YAMLSeq, name: string, ca: string): Holder {
  const entry = find(clusters, name)
  if (entry === undefined) return 'nobody'
  return entry.getIn(['cluster', 'certificate-authority-data']) === encodeBase64(ca) ? 'us' : 'another'
}

function isUnchanged(clusters: YAMLSeq, access: AdminAccess): boolean {
  const { cluster } = entries(access, { cluster: access.cluster, user: '', context: '' })
  return isDeepStrictEqual(find(clusters, access.cluster)?.toJSON(), cluster)
}

const LAYOUT = { indentSeq: false, lineWidth: 0 }

const userOf = (cluster: string): string => `admin@${cluster}`

function entries({ server, ca, client }: AdminAccess, names: Names) {
  return {
    cluster: { cluster: { 'certificate-authority-data': encodeBase64(ca), server }, name: names.cluster },
    context: { context: { cluster: names.cluster, namespace: 'default', user: names.user }, name: names.context },
    credentials: {
      name: names.user,
      user: { 'client-certificate-data': encodeBase64(client.crt), 'client-key-data': encodeBase64(client.key) },
    },
  }
}

function find(list: YAMLSeq, name: string): YAMLMap | undefined {
  return list.items.filter((item) => isMap(item)).find((item) => item.get('name') === name)
}

function put(list: YAMLSeq, name: string, entry: unknown): void {
  const index = list.items.findIndex((item) => isMap(item) && item.get('name') === name)
  if (index < 0) list.add(entry)
  else list.set(index, entry)
}
