import { planDestroy } from '../../plan/destroy.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { carryOut } from './carry-out.ts'
import { forPeople, type ShowOptions } from './choose-reporter.ts'
import { explainOutcome } from './explain-outcome.ts'
import { type WorkOptions, withCluster } from './with-cluster.ts'

/** How to destroy a cluster. */
export interface DestroyOptions extends WorkOptions, ShowOptions {
  readonly yes: boolean
  readonly breakLock: boolean
}

/** Leaves nothing of a cluster in Proxmox; a person has to type its name. */
export async function destroyCluster(options: DestroyOptions, session: Session): Promise<ExitCode> {
  return await withCluster(options, forPeople(session, options), async (work) => {
    const { desired, home, session: own } = work
    const outcome = await carryOut(work, planDestroy, {
      ...options,
      command: 'destroy',
      word: desired.name,
      look: { poolComments: true },
      needsNoRoom: true,
    })
    if (outcome === undefined) return exitCodes.preflight
    if (outcome.kind === 'done') own.out.print(`${desired.name} is gone; its secrets stay in ${home.folder}\n`)
    return explainOutcome(outcome, work)
  })
}
