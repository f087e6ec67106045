import type { Rule } from '../rule.ts'
import { evenControlPlanes } from './even-control-planes.ts'

/** Every rule, in the order of the docs. */
export const rules: readonly Rule[] = [evenControlPlanes]
