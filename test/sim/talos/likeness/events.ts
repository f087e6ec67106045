import { plainWords } from './words.ts'

/** What a machine told, as far as it can be compared. */
export type Told =
  | { readonly kind: 'step'; readonly line: string }
  | { readonly kind: 'service'; readonly service: string; readonly line: string }
  | { readonly kind: 'stage'; readonly line: string }

type Fields = Readonly<Record<string, unknown>>

const text = (fields: Fields, key: string, otherwise = ''): string => String(fields[key] ?? otherwise)

/** An event in words: its type as Talos names it, and its fields as JSON has them, where zeros are left out. */
export function told(type: string, fields: Fields): Told | undefined {
  switch (type) {
    case 'SequenceEvent':
      return { kind: 'step', line: `sequence ${text(fields, 'sequence')} ${text(fields, 'action', 'NOOP')}` }
    case 'PhaseEvent':
      return { kind: 'step', line: `phase ${text(fields, 'phase')} ${text(fields, 'action', 'START')}` }
    case 'TaskEvent':
      return { kind: 'step', line: `task ${text(fields, 'task')} ${text(fields, 'action', 'START')}` }
    case 'ServiceStateEvent': {
      const words = plainWords(text(fields, 'message'))
      return {
        kind: 'service',
        service: text(fields, 'service'),
        line: `${text(fields, 'action', 'INITIALIZED')} ${words}`,
      }
    }
    case 'MachineStatusEvent':
      return { kind: 'stage', line: `${text(fields, 'stage')} ${unmet(fields.status)}` }
    default:
      return undefined
  }
}

// Services that are missing come in any order.
function unmet(status: unknown): string {
  const conditions = isFields(status) && Array.isArray(status.unmet_conditions) ? status.unmet_conditions : []
  if (conditions.length === 0) return 'ready'
  return conditions.map((one) => `${one.name}: ${String(one.reason).split(', ').sort().join(', ')}`).join('; ')
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The steps of one sequence, from its start to its end or to the end of the record. */
export function stepsOf(events: readonly Told[], sequence: string): readonly string[] {
  const steps = events.flatMap((event) => (event.kind === 'step' ? [event.line] : []))
  const start = steps.indexOf(`sequence ${sequence} START`)
  const end = steps.indexOf(`sequence ${sequence} STOP`)
  return start < 0 ? [] : inOneOrder(steps.slice(start, end < 0 ? undefined : end + 1))
}

/** Tasks of a phase run at the same time, and end in any order. */
function inOneOrder(steps: readonly string[]): readonly string[] {
  const isEnd = (line: string | undefined): boolean => /^task \S+ STOP$/.test(line ?? '')
  const groups: string[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (isEnd(step) && isEnd(last?.[0])) last?.push(step)
    else groups.push([step])
  }
  return groups.flatMap((group) => group.sort())
}

/** What one service said; of what it waits for only the beginning, since what of it is there first is a matter of time. */
export function wordsOf(events: readonly Told[], service: string): readonly string[] {
  const lines = events.flatMap((event) => (event.kind === 'service' && event.service === service ? [event.line] : []))
  const waits = (line: string | undefined) => line?.startsWith('WAITING ') ?? false
  return lines.filter((line, at) => !(waits(line) && waits(lines[at - 1])))
}

/** The stages of a machine in order. */
export const stagesOf = (events: readonly Told[]): readonly string[] =>
  events.flatMap((event) => (event.kind === 'stage' ? [event.line] : []))
