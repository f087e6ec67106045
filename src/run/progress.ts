import type { Action } from '../plan/action.ts'
import type { RunEvent } from './events.ts'

/** How one action of a plan stands. */
export interface Step {
  readonly action: Action
  readonly state: 'waiting' | 'running' | 'done' | 'skipped' | 'failed' | 'dropped'
  /** When it began and ended, by the clock of the world. */
  readonly began?: number
  readonly ended?: number
  /** The last thing it said, or why it failed. */
  readonly said?: string
}

/** What is known of a plan while it is carried out. */
export interface Progress {
  /** In the order of the plan. */
  readonly steps: () => readonly Step[]
  readonly step: (id: string) => Step | undefined
  readonly take: (event: RunEvent) => void
}

/** Follows the actions of a plan by its events. */
export function trackProgress(actions: readonly Action[]): Progress {
  const steps = new Map(actions.map((action): [string, Step] => [action.id, { action, state: 'waiting' }]))
  const change = (id: string, parts: Partial<Step>) => {
    const known = steps.get(id)
    if (known !== undefined) steps.set(id, { ...known, ...parts })
  }
  const take = (event: RunEvent) => {
    switch (event.type) {
      case 'started':
        return change(event.action.id, { state: 'running', began: event.at })
      case 'progress':
        return change(event.id, { said: event.text })
      case 'again':
        return change(event.id, { said: `again: ${event.reason}` })
      case 'ended':
        return change(event.id, { state: event.outcome, ended: event.at })
      case 'failed':
        return change(event.id, { state: 'failed', ended: event.at, said: messageOf(event.error) })
      case 'dropped':
        return change(event.id, { state: 'dropped' })
    }
  }
  return { steps: () => [...steps.values()], step: (id) => steps.get(id), take }
}

/** An error in words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether an action has come to a good end. */
export const isDone = ({ state }: Step): boolean => state === 'done' || state === 'skipped'
