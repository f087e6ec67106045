import type { Document, Mapping } from '../../document/value.ts'
import type { Contract } from '../contract.ts'

/** Turns one wish for a machine into documents that are merged into its config. */
export type Part<Wish> = (wish: Wish, contract: Contract) => Document[]

/** A change to the `machine` section. */
export const inMachine = (machine: Mapping): Document => ({ machine })

/** A change to the `cluster` section. */
export const inCluster = (cluster: Mapping): Document => ({ cluster })
