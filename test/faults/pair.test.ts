import { tell } from './tell.ts'

tell('label', 14)
tell('grow', 14)
tell('shrink', 14)
