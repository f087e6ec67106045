import type { Draw } from './draw.ts'

/** What rules can be about in the world of a history. */
export interface Targets {
  readonly hosts: readonly string[]
  readonly storages: readonly string[]
  readonly vmids: readonly number[]
  /** How many requests a command makes when nothing breaks, and which of them change something. */
  readonly requests: number
  readonly writes: readonly Write[]
}

/** The n-th request of a kind. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly nth: number
}

/** A fault rule as a person would send it to the control endpoint. */
export interface WrittenRule {
  readonly when: Partial<Write> | { readonly probability: number; readonly seed: number; readonly times: number }
  readonly do: string | Readonly<Record<string, unknown>>
}

/** One line for each fault that a world can have, at a request that is drawn. */
const RULES: readonly Maker[] = [
  (draw, targets) => ({ when: anyWrite(draw, targets), do: 'lock-timeout' }),
  (draw, targets) => ({
    when: anyRequest(draw, targets),
    do: { 'drop-connection': draw.one(['before', 'after', 'mid-answer']) },
  }),
  (draw, targets) => ({
    when: anyWrite(draw, targets),
    do: { 'drop-connection': draw.one(['before', 'after', 'mid-answer']) },
  }),
  (draw, targets) => ({ when: anyRequest(draw, targets), do: { status: draw.one([500, 595, 596, 599]) } }),
  (draw, targets) => ({
    when: anyWrite(draw, targets),
    do: { status: { code: draw.one([500, 595, 596, 599]), effect: draw.one(['before', 'after']) } },
  }),
  (draw, targets) => ({ when: anyRequest(draw, targets), do: { delay: draw.one(['2s', '45s', '3m']) } }),
  (draw, targets) => ({ when: anyWrite(draw, targets), do: 'kill-task' }),
  (draw, targets) => ({ when: anyWrite(draw, targets), do: { 'fill-storage': draw.one(targets.storages) } }),
  (draw, targets) => ({ when: anyRequest(draw, targets), do: { 'host-down': draw.one(targets.hosts) } }),
  (draw, targets) => ({ when: anyRequest(draw, targets), do: { 'html-page': draw.one([502, 503]) } }),
  (draw, targets) => ({ when: anyRequest(draw, targets), do: 'truncated-json' }),
  (draw, targets) => ({ when: anyRequest(draw, targets), do: { 'guest-crash': draw.one(targets.vmids) } }),
  (draw, targets) => ({ when: anyRequest(draw, targets), do: { 'host-up': draw.one(targets.hosts) } }),
  (draw) => ({
    when: { probability: 0.2, seed: draw.between(1, 1_000_000), times: 8 },
    do: draw.one<WrittenRule['do']>([{ status: 596 }, { 'drop-connection': 'before' }, { delay: '10s' }]),
  }),
]

type Maker = (draw: Draw, targets: Targets) => WrittenRule

const anyRequest = (draw: Draw, { requests }: Targets) => ({ nth: draw.between(1, requests) })
const anyWrite = (draw: Draw, targets: Targets) =>
  targets.writes.length === 0 ? anyRequest(draw, targets) : draw.one(targets.writes)

/** How many kinds of rules there are: as many neighbouring seeds have each of them as their first. */
export const KINDS = RULES.length

/** Draws some rules; histories with neighbouring seeds have every kind in turn as their first. */
export function drawRules(seed: number, draw: Draw, targets: Targets): readonly WrittenRule[] {
  const more = Array.from({ length: draw.between(0, 2) }, () => draw.one(RULES))
  return [...RULES.slice(seed % KINDS).slice(0, 1), ...more].map((make) => make(draw, targets))
}
