import {
  type DescMethod,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  fromJson,
  type JsonValue,
  toJson,
} from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { type Connection, openConnection } from '../../../../src/talos/api/connection.ts'
import type { TalosContext } from '../../../../src/talos/talosconfig.ts'
import { realClock } from '../../../../src/world/clock.ts'
import type { Dial } from '../../../../src/world/dial.ts'
import { plainWords } from './words.ts'

/** What a machine answered, in its own words. */
export interface Answer {
  readonly code: number
  readonly text: string
  readonly answers: readonly JsonValue[]
}

/** Asks machines without anything of the client in between but its connection. */
export interface Asker {
  readonly ask: (node: string, method: DescMethod, body?: string | JsonValue, deadlineMs?: number) => Promise<Answer>
  /** The same, as `Code: words`; an empty text where it was not refused. */
  readonly refusal: (node: string, method: DescMethod, body?: string | JsonValue) => Promise<string>
  readonly close: () => void
}

const JSON_OPTIONS = { useProtoFieldName: true }

/** Connects to a machine, which passes on what is meant for others. */
export async function openAsker(dial: Dial, entry: string, { ca, client }: TalosContext): Promise<Asker> {
  const peer = { host: entry, port: 50000, trust: { kind: 'cluster' as const, ca, crt: client.crt, key: client.key } }
  const connection = await openConnection({ dial, clock: realClock }, peer, AbortSignal.timeout(10_000))
  const ask: Asker['ask'] = async (node, method, body = {}, deadlineMs = 10_000) => {
    const answers: JsonValue[] = []
    try {
      const request = typeof body === 'string' ? JSON.parse(body) : body
      for await (const one of callOn(connection, node, method, request, deadlineMs)) answers.push(one)
      return { code: 0, text: '', answers }
    } catch (error) {
      const { code, rawMessage } = ConnectError.from(error)
      return { code, text: plainWords(rawMessage), answers }
    }
  }
  return {
    ask,
    async refusal(node, method, body) {
      const { code, text } = await ask(node, method, body)
      return code === 0 ? '' : `${Code[code]}: ${text}`
    },
    close: connection.close,
  }
}

const isUnary = (method: DescMethod): method is DescMethodUnary => method.methodKind === 'unary'
const isStream = (method: DescMethod): method is DescMethodServerStreaming => method.methodKind === 'server_streaming'

async function* callOn(
  { transport }: Connection,
  node: string,
  method: DescMethod,
  body: JsonValue,
  deadlineMs: number,
): AsyncGenerator<JsonValue> {
  const headers = new Headers({ node })
  const request = fromJson(method.input, body)
  if (isUnary(method)) {
    const { message } = await transport.unary(method, undefined, deadlineMs, headers, request)
    yield toJson(method.output, message, JSON_OPTIONS)
    return
  }
  const once = async function* () {
    yield request
  }
  if (!isStream(method)) throw new Error(`${method.name} is not asked with one message`)
  const { message } = await transport.stream(method, undefined, deadlineMs, headers, once())
  for await (const one of message) yield toJson(method.output, one, JSON_OPTIONS)
}
