import { isMap, isScalar, isSeq, stringify } from 'yaml'
import { encodeBase64 } from '../encoding/base64.ts'
import { chooseName, type Holder, type MergeOptions, mapAt, openClientConfig } from '../files/client-config.ts'
import { parseSecretYaml } from '../files/parse-secret-yaml.ts'
import { type ClientLifetime, issueTalosClient } from './certificates/client.ts'
import type { CertificateAndKey } from './certificates/issue.ts'
import type { TalosRole } from './certificates/roles.ts'
import type { SecretsBundle } from './secrets/bundle.ts'

/** One cluster as `talosctl` knows it: where to call and with what. */
export interface TalosContext {
  readonly name: string
  /** Control planes to call; a virtual address does not belong here, it follows etcd and is gone when it is needed. */
  readonly endpoints: readonly string[]
  /** Nodes that commands are for when none is named. */
  readonly nodes: readonly string[]
  /** The authority that node certificates are checked against, as PEM. */
  readonly ca: string
  readonly client: CertificateAndKey
}

/** What a new talosconfig is to hold. */
export interface TalosContextOptions extends ClientLifetime {
  readonly name: string
  readonly endpoints: readonly string[]
  readonly nodes?: readonly string[]
  /** `os:admin` unless told otherwise. */
  readonly roles?: readonly TalosRole[]
}

/** Makes a context with a client certificate of its own, from the bundle alone. */
export async function mintTalosContext(bundle: SecretsBundle, options: TalosContextOptions): Promise<TalosContext> {
  const { name, endpoints, nodes = [], roles = ['os:admin'] } = options
  const client = await issueTalosClient(bundle.authorities.os, roles, options)
  return { name, endpoints, nodes, ca: bundle.authorities.os.crt, client }
}

/** The text of a talosconfig with this one context, as talosctl writes it. */
export function formatTalosconfig(context: TalosContext): string {
  return stringify({ context: context.name, contexts: { [context.name]: body(context) } }, LAYOUT)
}

/** What a talosconfig says of one cluster. */
export interface WrittenContext extends Pick<TalosContext, 'endpoints' | 'nodes'> {
  /** The authority and the certificate of the client, in base64. */
  readonly ca: string
  readonly crt: string
}

/** Reads a context out of the text of a talosconfig; nothing where it has none of that name. */
export function readTalosContext(text: string, name: string): WrittenContext | undefined {
  const { document, problems } = parseSecretYaml(text)
  const entry = problems.length === 0 ? document.getIn(['contexts', name]) : undefined
  if (!isMap(entry)) return undefined
  const texts = (key: string) => {
    const found = entry.get(key, true)
    const items = isSeq(found) ? found.items : [found]
    return items.flatMap((item) => (isScalar(item) && typeof item.value === 'string' ? item.value : []))
  }
  const [ca = ''] = texts('ca')
  const [crt = ''] = texts('crt')
  return { endpoints: texts('endpoints'), nodes: texts('nodes'), ca, crt }
}

/** Merges a context into the text of an existing talosconfig and selects it; the name may change on the way. */
export function mergeTalosconfig(
  existing: string,
  context: TalosContext,
  options: MergeOptions,
): { text: string; name: string } {
  const document = openClientConfig(existing, options.source)
  if (document.contents === null) return { text: formatTalosconfig(context), name: context.name }
  const contexts = mapAt(document, 'contexts', options.source)
  const name = chooseName(context.name, options.onConflict, (taken): Holder => {
    if (!contexts.has(taken)) return 'nobody'
    const entry = contexts.get(taken)
    return isMap(entry) && entry.get('ca') === encodeBase64(context.ca) ? 'us' : 'another'
  })
  contexts.set(name, document.createNode(body(context)))
  document.set('context', name)
  return { text: document.toString(LAYOUT), name }
}

const LAYOUT = { indent: 4, lineWidth: 0 }

function body({ endpoints, nodes, ca, client }: TalosContext) {
  const targets = nodes.length === 0 ? {} : { nodes }
  return { endpoints, ...targets, ca: encodeBase64(ca), crt: encodeBase64(client.crt), key: encodeBase64(client.key) }
}
