import type { Action } from '../../src/plan/action.ts'
import { LIMITS } from '../../src/plan/limits.ts'
import { plan } from '../../src/plan/plan.ts'
import type { RunEvent } from '../../src/run/events.ts'
import { execute } from '../../src/run/execute.ts'
import { performWith } from '../../src/run/perform.ts'
import { byIdealHand } from './ideal-hand.ts'
import { type Latencies, openIdealWorld } from './ideal-world.ts'

/** When an action began and ended, in milliseconds since the run began. */
export interface Span {
  readonly action: Action
  readonly began: number
  readonly ended: number
}

/** What the world itself takes to do what a plan asks for. */
export interface IdealRun {
  readonly milliseconds: number
  readonly spans: readonly Span[]
}

/**
 * Carries out the plan of a new cluster within the limits of the product, on a world of its own, by a hand that needs no
 * time: looks and thoughts cost nothing, and whatever is waited for is known when it comes true. What is left is what
 * the simulator's tables say.
 */
export async function idealRun(file: string, latencies: Latencies = {}): Promise<IdealRun> {
  const world = await openIdealWorld(file, latencies)
  const { clock, desired, live, tools } = world
  const waiting = new Set<{ readonly holds: () => boolean; readonly go: () => void }>()
  const when = (holds: () => boolean) =>
    new Promise<void>((go) => {
      waiting.add({ holds, go })
    })
  const look = () => {
    const come = [...waiting].filter(({ holds }) => holds())
    for (const one of come) {
      waiting.delete(one)
      one.go()
    }
    return come.length > 0
  }
  const product = performWith(tools)
  const spans = collectSpans(clock.now())
  const never = new AbortController().signal
  try {
    const { actions } = plan(desired, live)
    const { failed } = await clock.until(
      execute(actions, {
        clock,
        limits: LIMITS,
        perform: async (action, tell) => {
          const hand = byIdealHand({ ...world, when }, action)
          if (hand === undefined) return await product(action, tell)
          await hand
          return 'done'
        },
        report: spans.event,
        stop: never,
        abort: never,
      }),
      look,
    )
    if (failed[0] !== undefined) throw failed[0].error
    return { milliseconds: Math.max(0, ...spans.all().map(({ ended }) => ended)), spans: spans.all() }
  } finally {
    world.running.stop()
  }
}

/** Puts the events of a run together to when each action began and ended. */
export function collectSpans(start: number): {
  readonly event: (event: RunEvent) => void
  readonly all: () => readonly Span[]
} {
  const begun = new Map<string, { readonly action: Action; readonly began: number }>()
  const spans: Span[] = []
  return {
    event(event) {
      if (event.type === 'started') begun.set(event.action.id, { action: event.action, began: event.at - start })
      const known = event.type === 'ended' ? begun.get(event.id) : undefined
      if (known !== undefined) spans.push({ ...known, ended: event.at - start })
    },
    all: () => spans,
  }
}
