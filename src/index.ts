export { UserError } from './user-error.ts'
