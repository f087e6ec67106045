import type { JournalLine } from './journal.ts'

/** One step of a run that is over; times are milliseconds since the epoch. */
export interface PastStep {
  /** The id of its action: kind and target. */
  readonly id: string
  readonly needs: readonly string[]
  readonly began: number
  /** Absent when the run was cut off meanwhile. */
  readonly ended?: number
  readonly outcome: 'done' | 'skipped' | 'failed' | 'cut-off'
  readonly error?: string
}

/** A run as the journal remembers it. */
export interface PastRun {
  readonly run: string
  readonly command: string
  readonly talmox: string
  readonly began: number
  /** When the last thing happened in it. */
  readonly ended: number
  /** How it ended; `cut-off` when it could not even say so. */
  readonly outcome: string
  /** In the order in which they began. */
  readonly steps: readonly PastStep[]
}

/** The runs of a journal, oldest first. */
export function pastRuns(lines: readonly JournalLine[]): readonly PastRun[] {
  const runs = new Map<string, JournalLine[]>()
  for (const line of lines) {
    const known = runs.get(line.run)
    if (known === undefined) runs.set(line.run, [line])
    else known.push(line)
  }
  return [...runs.values()].flatMap((own) => runOf(own))
}

/** A run that plans several times has a head for each plan; what lost its head to a crash cannot be told. */
function runOf(lines: readonly JournalLine[]): readonly PastRun[] {
  const head = lines.find((line) => line.type === 'run')
  if (head === undefined) return []
  const times = lines.map(({ at }) => Date.parse(at)).filter((time) => !Number.isNaN(time))
  return [
    {
      run: head.run,
      command: head.command,
      talmox: head.talmox,
      began: Math.min(...times),
      ended: Math.max(...times),
      outcome: lines.find((line) => line.type === 'finished')?.outcome ?? 'cut-off',
      steps: stepsOf(lines),
    },
  ]
}

function stepsOf(lines: readonly JournalLine[]): readonly PastStep[] {
  const steps: PastStep[] = []
  // The same action may be done in several rounds: the last one that began is the one that ends.
  const open = new Map<string, number>()
  for (const line of lines) {
    if (line.type === 'started') {
      open.set(line.id, steps.length)
      steps.push({ id: line.id, needs: line.needs, began: Date.parse(line.at), outcome: 'cut-off' })
    } else if (line.type === 'ended' || line.type === 'failed') {
      const index = open.get(line.id)
      const step = index === undefined ? undefined : steps[index]
      if (index !== undefined && step !== undefined) steps[index] = { ...step, ...endOf(line) }
    }
  }
  return steps
}

function endOf(line: Extract<JournalLine, { type: 'ended' | 'failed' }>): Partial<PastStep> {
  const ended = Date.parse(line.at)
  if (line.type === 'failed') return { ended, outcome: 'failed', error: line.error }
  return { ended, outcome: line.outcome === 'skipped' ? 'skipped' : 'done' }
}
