import { stripVTControlCharacters } from 'node:util'
import { plan } from '../../plan/plan.ts'
import { columns as widthOf } from '../../spec/visible-text.ts'
import { realClock, wait } from '../../world/clock.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { jsonLine, jsonText } from '../json-text.ts'
import { cutTo } from '../screen/line.ts'
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
  let last = ''
  const print = (text: string) => {
    if (area === undefined || options.json) return out.print(text)
    last = text
    const { rows, columns } = area.size()
    const lines = text.trimEnd().split('\n')
    const room = Math.max(1, rows - 2)
    const cut = lines.length > room ? `, ${lines.length - room} more lines below` : ''
    const at = new Date().toISOString().slice(11, 19)
    const foot = out.paint('dim', `looked at ${at} UTC, again every ${EVERY_MS / 1000} s${cut}; Ctrl-C ends`)
    area.show([...lines.slice(0, room), foot].map((line) => fitted(line, columns - 1)))
  }
  for (;;) {
    const code = await look(work, options, print)
    const isOver = await wait(realClock, EVERY_MS, signal).then(
      () => false,
      () => true,
    )
    if (!isOver) continue
    // What was seen last stays on the screen.
    area?.close()
    out.print(last)
    return code
  }
}

/** A line that the terminal would break is cut, and loses its colours. */
function fitted(line: string, most: number): string {
  const plain = stripVTControlCharacters(line)
  return widthOf(plain) <= most ? line : cutTo(plain, most)
}

async function look(work: Work, { json, watch }: StatusOptions, print: (text: string) => void): Promise<ExitCode> {
  const seen = await observeAndPlan(work, plan)
  if (seen === undefined) return exitCodes.preflight
  const status = await statusOf(work, seen)
  if (json) print((watch ? jsonLine : jsonText)(statusJson(status)))
  else {
    const { out, area } = work.session
    // A terminal may have become wider or narrower since the last look.
    const columns = area?.size().columns ?? out.columns
    print(`${statusLines(status, { ...out, columns }, new Date()).join('\n')}\n`)
  }
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
