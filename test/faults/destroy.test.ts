import { tell } from './tell.ts'

tell('destroy', 112)
