import type { Method } from '../../src/proxmox/method.ts'
import type { Host } from '../world/host.ts'
import type { Caller } from './auth/caller.ts'
import type { ApiRequest, Outcome } from './dispatch.ts'
import type { HttpAnswer } from './http/answer.ts'

/** A request that is about to be carried out. */
export interface PendingRequest {
  readonly method: Method
  readonly path: string
  readonly caller: Caller
  /** The node that would carry it out. */
  readonly node: string
}

/** Looks at a request before anything happens; it may wait, or refuse by throwing. */
export type BeforeRequest = (request: PendingRequest) => void | Promise<void>

/** What really goes over the wire: an answer, one that breaks off within its body, or nothing before the connection ends. */
export type Sending = HttpAnswer | { readonly brokenOff: HttpAnswer } | 'nothing'

/** What happens to one request beside the ordinary. */
export interface Interference {
  /** Answers in place of the API, which never hears of the request. */
  readonly instead?: () => Promise<Sending> | Sending
  /** Happens once rights are checked; may wait, change the world, or refuse by throwing. */
  readonly before?: BeforeRequest
  /** Told what became of it. */
  readonly after?: (outcome: Outcome) => void
  /** Changes what goes over the wire. */
  readonly onWire?: (answer: HttpAnswer) => Sending
}

/** A request and what was answered, for whoever keeps a record. */
export interface Exchange {
  readonly request: ApiRequest
  readonly sent: Sending
  /** Simulated milliseconds that it took. */
  readonly took: number
}

/** Where others look at requests, or get between them and their answers. */
export interface Hooks {
  readonly before: BeforeRequest[]
  /** Asked once for each request, when it has been read. */
  readonly interfere: ((request: ApiRequest) => readonly Interference[])[]
  /** Awaited before an answer is sent. */
  readonly beforeAnswer: ((request: ApiRequest) => void | Promise<void>)[]
  readonly afterAnswer: ((exchange: Exchange) => void)[]
  /** Told when a host has lost its power or has it again. */
  readonly onHostPower: ((host: Host) => void)[]
}

/** Hooks that nobody has taken yet. */
export const noHooks = (): Hooks => ({
  before: [],
  interfere: [],
  beforeAnswer: [],
  afterAnswer: [],
  onHostPower: [],
})
