import type { ActionKind } from '../../plan/action.ts'
import { titleOf } from '../../plan/titles.ts'
import { EXPECTED_SECONDS } from '../../run/durations.ts'
import { isDone, type Progress, type Step } from '../../run/progress.ts'
import type { Style } from '../printer.ts'
import { span } from '../span.ts'

/** How a state looks. */
export const LOOKS: Readonly<Record<Step['state'], { readonly mark: string; readonly style: Style }>> = {
  waiting: { mark: '·', style: 'dim' },
  running: { mark: '●', style: 'cyan' },
  done: { mark: '✓', style: 'green' },
  skipped: { mark: '✓', style: 'green' },
  failed: { mark: '✗', style: 'red' },
  dropped: { mark: '–', style: 'dim' },
}

/** Shorter than this nobody asks how long it usually takes. */
const WORTH_TELLING = 5

/** How long a step has taken, and how long it usually takes: `12 s of ~30 s`. */
export function timeOf({ action, state, began, ended }: Step, now: number): string {
  if (began === undefined) return ''
  const taken = span((ended ?? now) - began)
  return state === 'running' ? taken + usually(action.kind) : taken
}

function usually(kind: ActionKind): string {
  const seconds = EXPECTED_SECONDS[kind]
  return seconds < WORTH_TELLING ? '' : ` of ~${span(seconds * 1000)}`
}

/** What a step is at: the last thing that it said, or what it waits for. */
export function noteOf({ action, state, said }: Step, progress: Progress): string {
  if (state === 'running' || state === 'failed') return said ?? ''
  if (state !== 'waiting') return ''
  const open = action.needs.flatMap((id) => progress.step(id) ?? []).filter((need) => !isDone(need))
  const [need] = [...open.filter((one) => one.state === 'running'), ...open]
  return need === undefined ? 'waits for its turn' : `after ${titleOf(need.action)}`
}
