import type { Draw } from './draw.ts'

/** What rules can be about in the world of a history. */
export interface Targets {
  readonly hosts: readonly [string, ...string[]]
  readonly storages: readonly [string, ...string[]]
  readonly vmids: readonly [number, ...number[]]
  /** How many requests a command makes at least, and which of them change something. */
  readonly requests: number
  readonly writes: readonly [Write, ...Write[]]
}

/** The n-th request of a kind. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly nth: number
}

/** A fault rule as a person would send it to the control endpoint. */
export interface WrittenRule {
  readonly when: Partial<Write>
  readonly do: string | Readonly<Record<string, unknown>>
}

/** One line for each fault that a world can have, at a request that is drawn. */
const RULES: readonly [Maker, ...Maker[]] = [
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
]

type Maker = (draw: Draw, targets: Targets) => WrittenRule

const anyRequest = (draw: Draw, { requests }: Targets) => ({ nth: draw.between(1, requests) })
const anyWrite = (draw: Draw, { writes }: Targets) => draw.one(writes)

/** Draws some rules; histories with neighbouring seeds have every kind in turn as their first. */
export function drawRules(seed: number, draw: Draw, targets: Targets): readonly WrittenRule[] {
  const first = RULES[seed % RULES.length] ?? RULES[0]
  const more = Array.from({ length: draw.between(0, 2) }, () => draw.one(RULES))
  return [first, ...more].map((make) => make(draw, targets))
}
