import { planDestroy } from '../../plan/destroy.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { carryOut } from './carry-out.ts'
import { forPeople, type ShowOptions } from './choose-reporter.ts'
import { explainOutcome } from './explain-outcome.ts'
import { type Work, type WorkOptions, withCluster } from './with-cluster.ts'

/** How to destroy a cluster. */
export interface DestroyOptions extends WorkOptions, ShowOptions {
  readonly yes: boolean
  readonly breakLock: boolean
  readonly images: boolean
  readonly secrets: boolean
}

/** Leaves nothing of a cluster in Proxmox; a person has to type its name, and that the secrets go where they do. */
export async function destroyCluster(options: DestroyOptions, session: Session): Promise<ExitCode> {
  return await withCluster(options, forPeople(session, options), async (work) => {
    const { name } = work.desired
    const { images, secrets } = options
    const outcome = await carryOut(work, (desired, live) => planDestroy(desired, live, { images, secrets }), {
      ...options,
      command: 'destroy',
      word: secrets ? `${name} and its secrets` : name,
      look: { poolComments: true, onlyProxmox: true, inventory: images },
      needsNoRoom: true,
    })
    if (outcome === undefined) return exitCodes.preflight
    if (outcome.kind === 'done') work.session.out.print(farewell(work, options))
    return explainOutcome(outcome, work)
  })
}

/** What is gone, and where the rest is. */
function farewell({ desired: { name }, home }: Work, { images, secrets }: DestroyOptions): string {
  const gone = secrets
    ? `${name} is gone, and its secrets with it`
    : `${name} is gone; its secrets stay in ${home.folder}`
  return images ? `${gone}\n` : `${gone}\nits images stay on the storages for the next cluster\n`
}
