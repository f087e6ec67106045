import { PHASES, phaseOf } from '../../plan/phases.ts'
import { secondsLeft } from '../../run/estimate.ts'
import { isDone, type Progress, type Step } from '../../run/progress.ts'
import { columns as widthOf } from '../../spec/visible-text.ts'
import { pad } from '../../spec/wrap.ts'
import type { TerminalSize } from '../io.ts'
import { span } from '../span.ts'
import { fold } from './fold.ts'
import { cutTo, type Line } from './line.ts'
import { clusterRows, machineRows, type Row } from './rows.ts'
import { LOOKS } from './step-text.ts'

/** What a view shows besides how the plan stands. */
export interface ViewOptions {
  /** The time of the world. */
  readonly now: number
  /** When the run began. */
  readonly began: number
  readonly size: TerminalSize
  /** Nothing more is begun. */
  readonly stopping: boolean
}

/** Lines that are always there: phases, an empty one on each side of the table, the progress line, and the cursor's. */
const AROUND = 5
/** Of what is done for the cluster as a whole, so many lines at most. */
const CLUSTER_LINES = 6
/** On wider terminals times would be too far away from what they belong to. */
const WIDEST = 120

/** The screen while a plan is carried out: never higher or wider than the terminal. */
export function composeView(progress: Progress, options: ViewOptions): readonly Line[] {
  const { now, size } = options
  const width = Math.min(size.columns, WIDEST)
  const steps = progress.steps()
  const room = Math.max(1, size.rows - AROUND)
  const wide = clusterRows(progress, now).filter(({ state }) => state === 'running' || state === 'failed')
  const cluster = fold(wide, Math.min(CLUSTER_LINES, Math.ceil(room / 3)))
  const taken = cluster.rows.length + (cluster.rest === undefined ? 0 : 1)
  const isEnding = options.stopping || steps.some(({ state }) => state === 'failed')
  const rows = machineRows(progress, now).map((row) => (isEnding ? leftOver(row) : row))
  const machines = fold(rows, room - taken)
  const lines: readonly Line[] = [
    phaseLine(steps, width),
    [],
    ...cluster.rows.map((row) => clusterLine(row, width)),
    ...restLine(cluster.rest),
    ...tableLines(machines.rows, width),
    ...restLine(machines.rest),
    [],
    progressLine(steps, options, width),
  ]
  return lines.slice(0, Math.max(1, size.rows - 1))
}

/** Once nothing more is begun, nobody waits for a turn. */
const leftOver = (row: Row): Row => (row.state === 'waiting' ? { ...row, note: 'left for the next run' } : row)

const restLine = (rest: string | undefined): readonly Line[] =>
  rest === undefined ? [] : [[{ text: `  ${rest}`, style: 'dim' }]]

/** Where there is not room for all, phases that are over are left out first. */
function phaseLine(steps: readonly Step[], width: number): Line {
  const phases = PHASES.flatMap((phase) => {
    const own = steps.filter(({ action }) => phaseOf(action) === phase)
    if (own.length === 0) return []
    const done = own.filter(isDone).length
    const state = stateOf(own)
    const text = state === 'done' ? `${phase} ${LOOKS.done.mark}` : `${phase} ${done}/${own.length}`
    return [{ text, state }]
  })
  const needed = phases.reduce((sum, { text }) => sum + widthOf(text) + 3, 0)
  const shown = needed < width ? phases : phases.filter(({ state }) => state !== 'done')
  return shown.flatMap(({ text, state }) => [{ text, style: LOOKS[state].style }, { text: '   ' }])
}

function stateOf(steps: readonly Step[]): Step['state'] {
  if (steps.every(isDone)) return 'done'
  if (steps.some(({ state }) => state === 'failed')) return 'failed'
  return steps.some(({ state }) => state !== 'waiting' && state !== 'dropped') ? 'running' : 'waiting'
}

function clusterLine({ name, state, note, time }: Row, width: number): Line {
  const { mark, style } = LOOKS[state]
  const room = Math.max(0, width - 1 - widthOf(time) - 2)
  const text = note === '' ? name : `${name} · ${note}`
  return [{ text: `${mark} `, style }, { text: pad(cutTo(text, room - 2), room) }, { text: time, style: 'dim' }]
}

/** The name is whole, the time is at the right end, and what a machine is at gets the rest. */
function tableLines(rows: readonly Row[], width: number): readonly Line[] {
  const widest = (cell: (row: Row) => string) => Math.max(0, ...rows.map((row) => widthOf(cell(row))))
  const [name, count, time] = [widest((row) => row.name), widest((row) => row.count), widest((row) => row.time)]
  const room = Math.max(0, width - 1 - (2 + name + 2 + count + 2 + 2 + time))
  return rows.map((row) => {
    const { mark, style } = LOOKS[row.state]
    const text = [row.step, row.note].filter((one) => one !== '').join(' · ')
    const isQuiet = row.state !== 'running' && row.state !== 'failed'
    return [
      { text: `${mark} `, style },
      { text: `${pad(row.name, name)}  ` },
      { text: `${pad(row.count, count, 'right')}  `, style: 'dim' },
      {
        text: row.time === '' ? cutTo(text, room) : `${pad(cutTo(text, room), room)}  `,
        ...(isQuiet ? { style: 'dim' as const } : {}),
      },
      { text: row.time === '' ? '' : pad(row.time, time, 'right'), style: 'dim' },
    ]
  })
}

const BAR = 20
/** A shorter bar says nothing. */
const LEAST_BAR = 8

function progressLine(steps: readonly Step[], { now, began, stopping }: ViewOptions, width: number): Line {
  const done = steps.filter(isDone).length
  const failed = steps.filter(({ state }) => state === 'failed').length
  const share = steps.length === 0 ? 1 : done / steps.length
  const left = secondsLeft(steps, now)
  const words = [
    `${done} of ${steps.length} steps`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    span(now - began),
    ...(stopping || failed > 0
      ? ['what runs comes to its end']
      : left > 0
        ? [`about ${span(rounded(left) * 1000)} left`]
        : []),
  ]
  const text = words.join(' · ')
  const bar = Math.min(BAR, width - 1 - widthOf(text) - 2)
  if (bar < LEAST_BAR) return [{ text }]
  const filled = Math.floor(share * bar)
  return [
    { text: '━'.repeat(filled), style: failed > 0 ? 'red' : 'green' },
    { text: '━'.repeat(bar - filled), style: 'dim' },
    { text: `  ${text}` },
  ]
}

/** An estimate is no measurement: minutes in steps of ten seconds, less in steps of five. */
const rounded = (seconds: number): number => {
  const step = seconds >= 60 ? 10 : 5
  return Math.ceil(seconds / step) * step
}
