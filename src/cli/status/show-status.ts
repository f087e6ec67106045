import { plan } from '../../plan/plan.ts'
import { columns as widthOf } from '../../spec/visible-text.ts'
import { realClock, wait } from '../../world/clock.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { jsonLine, jsonText } from '../json-text.ts'
import { observeAndPlan } from '../work/observe-and-plan.ts'
import { type Work, type WorkOptions, withCluster } from '../work/with-cluster.ts'
import { type Status, statusOf } from './status.ts'
import { statusLines } from './status-text.ts'

/** How the status is shown. */
export interface StatusOptions extends WorkOptions {
  readonly json: boolean
  readonly watch: boolean
}

const EVERY_MS = 5000

/** Shows how a cluster stands, once or until somebody has seen enough; fails while it is not healthy. */
export async function showStatus(options: StatusOptions, session: Session): Promise<ExitCode> {
  return await withCluster(options, session, async (work) => {
    if (!options.watch) return await look(work, options, work.session.out.print)
    const ended = new AbortController()
    void work.session.io.interrupted?.().then(() => ended.abort())
    try {
      return await watch(work, options, ended.signal)
    } finally {
      work.session.area?.close()
    }
  })
}

async function watch(work: Work, options: StatusOptions, signal: AbortSignal): Promise<ExitCode> {
  const { area, out } = work.session
  const print = (text: string) => {
    if (area === undefined || options.json) return out.print(text)
    const lines = text.split('\n').slice(0, Math.max(1, area.size().rows - 1))
    area.show(lines.map((line) => ({ text: line, width: widthOf(line) })))
  }
  for (;;) {
    const code = await look(work, options, print)
    const isOver = await wait(realClock, EVERY_MS, signal).then(
      () => false,
      () => true,
    )
    if (isOver) return code
  }
}

async function look(work: Work, { json, watch }: StatusOptions, print: (text: string) => void): Promise<ExitCode> {
  const seen = await observeAndPlan(work, plan)
  if (seen === undefined) return exitCodes.preflight
  const status = await statusOf(work, seen)
  if (json) print((watch ? jsonLine : jsonText)(statusJson(status)))
  else print(`${statusLines(status, work.session.out, new Date()).join('\n')}\n`)
  return status.healthy ? exitCodes.ok : exitCodes.failed
}

const statusJson = (status: Status) => ({
  ...status,
  conditions: status.conditions.map(({ name, sentence, outcome }) => ({
    name,
    sentence,
    state: outcome.kind,
    ...(outcome.kind === 'ok' ? {} : { reason: outcome.reason }),
  })),
  certificates: status.certificates.map(({ name, until }) => ({ name, until: until.toISOString() })),
})
