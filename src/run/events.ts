import type { Action } from '../plan/action.ts'

/** What happens while a plan is carried out; `at` is milliseconds since the epoch, by the clock of the world. */
export type RunEvent =
  | { readonly type: 'started'; readonly at: number; readonly action: Action }
  /** One line about how it goes, such as the last line of a Proxmox task. */
  | { readonly type: 'progress'; readonly at: number; readonly id: string; readonly text: string }
  | { readonly type: 'again'; readonly at: number; readonly id: string; readonly reason: string }
  /** `skipped`: it turned out to be done already. */
  | { readonly type: 'ended'; readonly at: number; readonly id: string; readonly outcome: 'done' | 'skipped' }
  | { readonly type: 'failed'; readonly at: number; readonly id: string; readonly error: unknown }
  /** Never begun: something before it failed, or the run was stopped. */
  | { readonly type: 'dropped'; readonly at: number; readonly id: string; readonly because: string }
