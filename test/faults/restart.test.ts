import { tell } from './tell.ts'

tell('restart', 42)
