import path from 'node:path'
import { type PastRun, pastRuns } from '../../run/history.ts'
import { homeOf } from '../../run/home/home.ts'
import { readJournal } from '../../run/read-journal.ts'
import { visible, visibleLines } from '../../spec/visible-text.ts'
import { UserError } from '../../user-error.ts'
import { fileWords } from '../cluster-file.ts'
import type { Session } from '../command.ts'
import { count } from '../count.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { jsonText } from '../json-text.ts'
import { span } from '../span.ts'
import { type Column, table } from '../table.ts'
import { validCluster } from '../valid-cluster.ts'
import { wordsOf } from './step-words.ts'
import { svgTimeline } from './svg-timeline.ts'
import { textTimeline } from './text-timeline.ts'

/** What to show of past runs. */
export interface HistoryOptions {
  readonly file: string
  /** The beginning of a run's id, or `last`. */
  readonly run: string | undefined
  readonly json: boolean
  readonly timeline: 'svg' | 'text' | undefined
}

const WIDE = 110

/** Shows past runs, or one of them step by step. */
export async function showHistory(options: HistoryOptions, session: Session): Promise<ExitCode> {
  const { io, out } = session
  const cluster = await validCluster(options.file, session)
  if (cluster === undefined) return exitCodes.invalidSpec
  const { name } = cluster.desired
  const runs = pastRuns(await readJournal(homeOf(path.resolve(io.cwd, options.file), name).journal))
  if (options.run === undefined && options.timeline === undefined) {
    out.print(options.json ? jsonText({ runs: runs.map(runJson) }) : listOf(runs, name, session))
    return exitCodes.ok
  }
  const run = chosen(runs, options)
  if (options.json) out.print(jsonText({ ...runJson(run), steps: run.steps.map(stepJson) }))
  else if (options.timeline === 'svg') out.print(svgTimeline(run, name))
  else
    out.print(`${[headline(run), ...textTimeline(run, out.columns ?? WIDE, out.paint), ...errorsOf(run)].join('\n')}\n`)
  return exitCodes.ok
}

function chosen(runs: readonly PastRun[], { run: wanted = 'last', file }: HistoryOptions): PastRun {
  const found = wanted === 'last' ? runs.slice(-1) : runs.filter(({ run }) => run.startsWith(wanted))
  const [only, another] = found
  if (only !== undefined && another === undefined) return only
  const message =
    another !== undefined
      ? `several runs begin with ${wanted}`
      : wanted === 'last'
        ? 'there has been no run'
        : `no run begins with ${wanted}`
  throw new UserError('no-such-run', message, { hint: `talmox history${fileWords(file)} lists them` })
}

const columns: readonly Column<PastRun>[] = [
  { title: 'RUN', cell: ({ run }) => run.slice(0, 8), style: () => 'bold' },
  { title: 'COMMAND', cell: ({ command }) => command },
  { title: 'BEGAN', cell: ({ began }) => new Date(began).toISOString().slice(0, 19).replace('T', ' ') },
  { title: 'TOOK', cell: ({ began, ended }) => span(ended - began), align: 'right' },
  { title: 'STEPS', cell: ({ steps }) => String(steps.length), align: 'right' },
  {
    title: 'ENDED',
    cell: ({ outcome }) => outcome,
    style: ({ outcome }) => (outcome === 'done' ? 'green' : outcome === 'nothing-to-do' ? 'dim' : 'yellow'),
  },
]

function listOf(runs: readonly PastRun[], cluster: string, { out }: Session): string {
  if (runs.length === 0) return `nothing has been done to ${cluster} from here\n`
  return `${table(columns, runs, { width: out.columns, paint: out.paint }).lines.join('\n')}\n`
}

function headline({ run, command, began, ended, steps, outcome }: PastRun): string {
  const at = new Date(began).toISOString().slice(0, 19).replace('T', ' ')
  return visible(
    `${run.slice(0, 8)}: talmox ${command} at ${at}, ${count(steps.length, 'step')} in ${span(ended - began)}, ${outcome}`,
  )
}

const errorsOf = ({ steps }: PastRun): readonly string[] =>
  steps.flatMap(({ id, error }) => (error === undefined ? [] : [`${visible(wordsOf(id))}: ${visibleLines(error)}`]))

const time = (milliseconds: number): string => new Date(milliseconds).toISOString()

const runJson = ({ run, command, talmox, began, ended, outcome, steps }: PastRun) => ({
  run,
  command,
  talmox,
  began: time(began),
  ended: time(ended),
  seconds: (ended - began) / 1000,
  outcome,
  stepCount: steps.length,
})

const stepJson = ({ id, needs, began, ended, outcome, error }: PastRun['steps'][number]) => ({
  id,
  needs,
  began: time(began),
  ended: ended === undefined ? null : time(ended),
  seconds: ended === undefined ? null : (ended - began) / 1000,
  outcome,
  ...(error === undefined ? {} : { error }),
})
