import { tell } from './tell.ts'

tell('create', 14)
