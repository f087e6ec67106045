import type { Action } from './action.ts'

/** Whether an action is one of several of a machine; what is done once for many has another target. */
export const isOfMachine = ({ data, target }: Action): boolean => 'machine' in data && data.machine === target
