import type { Telling, Tools } from '../tools.ts'
import { until } from '../until.ts'
import { type Absence, quorumTrouble } from './etcd-health.ts'

/** A member that has just started again is well within this time, and then nothing has to be mended. */
const PATIENCE_MS = 120_000

/** What is wrong with etcd and does not pass by itself; nothing when something may happen to a member. */
export async function lastingTrouble(
  tools: Tools,
  telling: Telling,
  away: string,
  absence: Absence,
): Promise<string | undefined> {
  const end = tools.clock.now() + PATIENCE_MS
  return await until(tools, telling, async () => {
    const trouble = await quorumTrouble(tools, away, absence)
    return trouble === undefined || tools.clock.now() >= end ? { value: trouble } : { waiting: trouble }
  })
}
