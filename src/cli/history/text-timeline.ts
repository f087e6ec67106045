import type { PastRun, PastStep } from '../../run/history.ts'
import { visible } from '../../spec/visible-text.ts'
import { pad } from '../../spec/wrap.ts'
import type { Paint, Style } from '../printer.ts'
import { span } from '../span.ts'
import { wordsOf } from './step-words.ts'

const WIDEST_NAME = 44
const LEAST_BAR = 16

/** How the bar of a step looks, by how it ended. */
const LOOKS: Readonly<Record<PastStep['outcome'], { readonly cell: string; readonly style: Style }>> = {
  done: { cell: '█', style: 'green' },
  skipped: { cell: '░', style: 'dim' },
  failed: { cell: '█', style: 'red' },
  'cut-off': { cell: '▒', style: 'yellow' },
}

/** The steps of a run as bars, one line each, in the order in which they began. */
export function textTimeline({ steps, began, ended }: PastRun, width: number, paint: Paint): readonly string[] {
  const names = steps.map(({ id }) => visible(wordsOf(id)))
  const name = Math.min(WIDEST_NAME, Math.max(0, ...names.map(({ length }) => length)))
  const times = steps.map((step) => span((step.ended ?? ended) - step.began))
  const time = Math.max(0, ...times.map(({ length }) => length))
  const bar = Math.max(LEAST_BAR, width - name - time - 4)
  const scale = bar / Math.max(1, ended - began)
  return steps.map((step, index) => {
    const { cell, style } = LOOKS[step.outcome]
    const from = Math.min(bar - 1, Math.floor((step.began - began) * scale))
    // Even the shortest step is seen.
    const length = Math.max(1, Math.min(bar, Math.ceil(((step.ended ?? ended) - began) * scale)) - from)
    const drawn = `${' '.repeat(from)}${paint(style, cell.repeat(length))}${' '.repeat(bar - from - length)}`
    return `${pad(cutMiddle(names[index] ?? '', name), name)}  ${drawn}  ${pad(times[index] ?? '', time, 'right')}`
  })
}

/** What is done stands at the end, so that a long name loses its middle. */
function cutMiddle(text: string, width: number): string {
  if (text.length <= width) return text
  const end = text.slice(text.lastIndexOf(':'))
  return `${text.slice(0, Math.max(0, width - end.length - 1))}…${end}`.slice(0, width)
}
