import type { Plan } from '../plan/plan-type.ts'
import type { RunEvent } from './events.ts'
import type { Journal } from './journal.ts'

/** Which run writes, and how its errors are made fit to be kept. */
export interface RunIdentity {
  readonly run: string
  readonly command: string
  readonly talmox: string
  /** The time of the world, which the events of the run go by too. */
  readonly now: () => number
  readonly mask: (text: string) => string
}

/** Writes what happens in a run into the journal. */
export interface RunJournal {
  readonly begin: (plan: Plan) => Promise<void>
  readonly event: (event: RunEvent) => Promise<void>
  readonly end: (outcome: string) => Promise<void>
}

/** What must never be done twice is on the disk before it is begun. */
const DURABLE: ReadonlySet<string> = new Set([
  'secrets.create',
  'etcd.bootstrap',
  'etcd.leave',
  'etcd.remove',
  'vm.delete',
])

/** The journal as one run writes it. */
export function journalOf(journal: Journal, { run, command, talmox, now, mask }: RunIdentity): RunJournal {
  const at = (milliseconds = now()) => new Date(milliseconds).toISOString()
  return {
    begin: ({ actions }) => journal.add({ type: 'run', run, at: at(), command, talmox, actions: actions.length }),
    async event(event) {
      switch (event.type) {
        case 'started': {
          const { id, needs, kind } = event.action
          return await journal.add({ type: 'started', run, at: at(event.at), id, needs }, DURABLE.has(kind))
        }
        case 'ended':
          return await journal.add({ type: 'ended', run, at: at(event.at), id: event.id, outcome: event.outcome })
        case 'failed': {
          const text = event.error instanceof Error ? event.error.message : String(event.error)
          return await journal.add({ type: 'failed', run, at: at(event.at), id: event.id, error: mask(text) })
        }
        case 'again':
        case 'progress':
        case 'dropped':
          return undefined
      }
    },
    end: (outcome) => journal.add({ type: 'finished', run, at: at(), outcome }),
  }
}
