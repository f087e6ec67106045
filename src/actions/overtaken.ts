import { UserError } from '../user-error.ts'

const CODE = 'overtaken'

/** What an action was begun for is no longer so: nothing is wrong, and another look tells what is to be done instead. */
export const overtaken = (message: string): UserError =>
  new UserError(CODE, message, { hint: 'somebody else, or a run that was killed, has changed it: run again to go on' })

/** Whether an action gave way to a change of the world. */
export const isOvertaken = (error: unknown): boolean => error instanceof UserError && error.code === CODE
