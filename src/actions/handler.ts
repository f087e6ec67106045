import type { ActionData, ActionKind } from '../plan/action.ts'
import type { Telling, Tools } from './tools.ts'

/** How one kind of action is carried out. */
export interface Handler<K extends ActionKind> {
  /** One cheap look at whether it is done already. */
  readonly done: (data: ActionData[K], tools: Tools) => Promise<boolean>
  readonly run: (data: ActionData[K], tools: Tools, telling: Telling) => Promise<void>
  /** How long it may take. */
  readonly minutes: number
}
