import type { z } from 'zod'
import type { ApiRequest } from '../proxmox/dispatch.ts'
import type { Interference } from '../proxmox/hooks.ts'
import type { Simulator } from '../proxmox/simulator.ts'

/** The request that a fault strikes. */
export interface Struck {
  readonly sim: Simulator
  readonly request: ApiRequest
  /** The host that the request is for. */
  readonly host: string
  /** The machine that it is about, where it is about one. */
  readonly vmid: number | undefined
}

/** A kind of fault: how it is set, and what it does to a request or to the world. */
export interface FaultKind<Options = unknown> {
  /** One line for the documentation. */
  readonly about: string
  /** What stands after its name; a kind that takes a bare name accepts undefined. */
  readonly options: z.ZodType<Options>
  /** What happens to a request that a rule picks. Written as methods, so that kinds of different options fit one table. */
  strike?(options: Options, struck: Struck): Interference
  /** What happens to the world at once, without any request. */
  befall?(options: Options, sim: Simulator): void
}

/** Checks that a kind's options and its functions agree. */
export const faultKind = <Options>(kind: FaultKind<Options>): FaultKind<Options> => kind
