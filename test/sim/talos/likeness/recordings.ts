import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import { sharedData } from '../../../shared-data.ts'
import { type Told, told } from './events.ts'
import { plainWords } from './words.ts'

const folder = path.join(sharedData, 'talos/genuine-cluster')
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')

/** A resource of a genuine machine, as talosctl prints it. */
export interface RecordedResource {
  readonly metadata: {
    readonly namespace: string
    readonly type: string
    readonly id: string
    readonly owner?: string
  }
  readonly spec: unknown
}

/** The resources that were recorded of a machine, by the name they were asked for. */
export function recordedResources(machine: '11' | '14'): ReadonlyMap<string, readonly RecordedResource[]> {
  const files = readdirSync(path.join(folder, 'get')).filter(
    (name) => name.startsWith(`${machine}-`) && name.endsWith('.yaml'),
  )
  return new Map(
    files.map((name) => {
      const documents = parseAllDocuments(read(`get/${name}`))
      const all = Array.isArray(documents) ? documents.map((one): RecordedResource => one.toJS()) : []
      return [name.slice(3, -5), all.filter((one) => one !== null)]
    }),
  )
}

interface Line {
  readonly request?: unknown
  readonly answer?: Readonly<Record<string, unknown>>
  readonly status?: { readonly code: string; readonly details: string }
}

const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"ms"'))
    .map((line): Line => JSON.parse(line))

/** The events of a recorded stream. */
export function recordedEvents(file: string): readonly Told[] {
  return linesOf(read(file)).flatMap(({ answer }) => {
    const data = answer?.data
    if (typeof data !== 'object' || data === null || !('decoded' in data) || !('type_url' in data)) return []
    const fields = data.decoded
    const event = told(String(data.type_url).replace(/^.*\./, ''), { ...(typeof fields === 'object' ? fields : {}) })
    return event === undefined ? [] : [event]
  })
}

/** A call that was recorded with its answer. */
export interface RecordedCall {
  /** Such as `machine.MachineService/EtcdStatus {}`. */
  readonly title: string
  readonly service: string
  readonly method: string
  readonly body: string
  /** The address it is meant for. */
  readonly node: string
  readonly code: number
  readonly text: string
  readonly answers: readonly unknown[]
}

const CALL = /^# rpc (\S+) ([\w.]+)\/(\w+) (\{.*?\})?(?: --node (\S+))?(?: --deadline \d+)?$/

/** The calls to single machines in a record. */
export function recordedCalls(file: string): readonly RecordedCall[] {
  return read(file)
    .split(/^(?=# rpc |\$ )/m)
    .flatMap((block): RecordedCall[] => {
      const [head = '', ...rest] = block.split('\n')
      const [, entry = '', service = '', method = '', body = '{}', node = entry] = CALL.exec(head) ?? []
      const lines = linesOf(rest.join('\n'))
      const status = lines.find((line) => line.status !== undefined)?.status
      if (service === '' || status === undefined) return []
      const answers = lines.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
      const title = `${method} ${body} on ${node}`
      return [
        {
          title,
          service,
          method,
          body,
          node,
          code: Number.parseInt(status.code, 10),
          text: plainWords(status.details),
          answers,
        },
      ]
    })
}

/** How a command of talosctl was refused, as `Code: words`; nothing where it was not. */
export function recordedRefusal(file: string, command: string): string | undefined {
  const block = read(file)
    .split(/^(?=\$ )/m)
    .find((one) => one.startsWith(`$ ${command}`))
  const [, code, words] =
    /rpc error: code = (\w+) desc = ([\s\S]*?)(?:\n\n\n|\n\[exit|\n\$|\n# rpc|$)/.exec(block ?? '') ?? []
  return code === undefined ? undefined : `${code}: ${plainWords(words ?? '')}`
}

/** What a command of talosctl printed, every time it was given. */
export function recordedOutputs(file: string, command: string): readonly string[] {
  return read(file)
    .split(/^(?=\$ )/m)
    .filter((one) => one.startsWith(`$ ${command}`))
    .map((block) =>
      plainWords(
        block
          .split('\n')
          .slice(1)
          .join('\n')
          .replace(/\[exit[\s\S]*/, ''),
      ),
    )
}

/** What a command of talosctl printed the first time. */
export const recordedOutput = (file: string, command: string): string => recordedOutputs(file, command)[0] ?? ''
