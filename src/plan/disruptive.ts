import type { Action } from './action.ts'

/** Whether an action destroys something or may interrupt what runs; which configs need a reboot only Talos knows. */
export const isDisruptive = ({ effect, kind }: Action): boolean =>
  effect === 'destroy' || effect === 'reboot' || kind === 'talos.config'
