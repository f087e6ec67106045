import { compact, type Document } from '../../document/value.ts'
import { document, named } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** Where a machine tells what it does. */
export interface Logs {
  /** Kernel messages: name → `udp://` or `tcp://` address. */
  readonly kernel?: Readonly<Record<string, string>>
  /** Service logs as JSON lines: `udp://` or `tcp://` addresses. */
  readonly services?: readonly { readonly url: string; readonly tags?: Readonly<Record<string, string>> }[]
  /** Events, as `host:port`. */
  readonly events?: string
}

function services(destinations: Logs['services'] = []): Document[] {
  if (destinations.length === 0) return []
  const section = destinations.map(({ url, tags }) => compact({ endpoint: url, format: 'json_lines', extraTags: tags }))
  return [inMachine({ logging: { destinations: section } })]
}

/** Sends logs and events to other machines. */
export const logs: Part<Logs> = (wish) => [
  ...services(wish.services),
  ...Object.entries(wish.kernel ?? {}).map(([name, url]) => named('KmsgLogConfig', name, { url })),
  ...(wish.events === undefined ? [] : [document('EventSinkConfig', { endpoint: wish.events })]),
]
