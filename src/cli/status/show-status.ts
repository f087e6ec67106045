import { plan } from '../../plan/plan.ts'
import { realClock, wait } from '../../world/clock.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { jsonLine, jsonText } from '../json-text.ts'
import type { Printer } from '../printer.ts'
import { observeAndPlan } from '../work/observe-and-plan.ts'
import { type Work, type WorkOptions, withCluster } from '../work/with-cluster.ts'
import { type Status, statusOf } from './status.ts'
import { statusScreen } from './status-screen.ts'
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
    const { out, io } = work.session
    if (!options.watch) {
      const status = await look(work)
      if (status !== undefined) out.print(options.json ? jsonText(statusJson(status)) : textOf(status, out))
      return codeOf(status)
    }
    const ended = new AbortController()
    void io.interrupted?.().then(() => ended.abort())
    return await watch(work, options, ended.signal)
  })
}

async function watch(work: Work, { json }: StatusOptions, signal: AbortSignal): Promise<ExitCode> {
  const { out } = work.session
  const area = json ? undefined : work.session.area
  let last: Status | undefined
  let at = new Date()
  const draw = () => {
    if (area !== undefined && last !== undefined)
      area.show(statusScreen(last, { at, everyMs: EVERY_MS, size: area.size() }, out))
  }
  const forget = area?.onResize(draw)
  try {
    for (;;) {
      last = await look(work)
      at = new Date()
      draw()
      if (area === undefined && last !== undefined) out.print(json ? jsonLine(statusJson(last)) : textOf(last, out))
      const isOver = await wait(realClock, EVERY_MS, signal).then(
        () => false,
        () => true,
      )
      if (isOver) return codeOf(last)
    }
  } finally {
    forget?.()
    area?.close()
    // What was seen last stays on the screen.
    if (area !== undefined && last !== undefined) out.print(textOf(last, out))
  }
}

const textOf = (status: Status, out: Printer): string => `${statusLines(status, out, new Date()).join('\n')}\n`

/** Nothing where the file and the world do not fit together. */
async function look(work: Work): Promise<Status | undefined> {
  const seen = await observeAndPlan(work, plan)
  return seen === undefined ? undefined : await statusOf(work, seen)
}

const codeOf = (status: Status | undefined): ExitCode =>
  status === undefined ? exitCodes.preflight : status.healthy ? exitCodes.ok : exitCodes.failed

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
