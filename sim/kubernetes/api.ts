import { randomInt, randomUUID } from 'node:crypto'
import type { Clock } from '../../src/world/clock.ts'
import type { Signer } from './certificates/signer.ts'
import { createRegistry, type Registry } from './resources/registry.ts'
import type { KubernetesState } from './state.ts'
import { createStore, type Store } from './store/store.ts'
import type { TokenIssuer } from './tokens/issuer.ts'

/** What a control plane signs with; absent where the cluster has no such key. */
export interface ClusterKeys {
  /** Signs what certificate requests ask for. */
  readonly sign?: Signer | undefined
  /** Issues tokens of service accounts. */
  readonly tokens?: TokenIssuer | undefined
}

/** One cluster's API: what it holds, what it serves, and its time. */
export interface Api extends ClusterKeys {
  readonly state: KubernetesState
  readonly store: Store
  readonly registry: Registry
  readonly clock: Clock
}

/** Opens the API over a state, which it changes in place. */
export function openApi(state: KubernetesState, clock: Clock, { sign, tokens }: ClusterKeys = {}): Api {
  const store = createStore(state)
  return { state, store, registry: createRegistry(store, state.version), clock, sign, tokens }
}

/** The time as objects write it, to the second. */
export const timestamp = ({ clock }: Pick<Api, 'clock'>, offsetMs = 0): string =>
  new Date(clock.now() + offsetMs).toISOString().replace(/\.\d+Z$/, 'Z')

/** The time to the microsecond, as leases write it. */
export const microTimestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/Z$/, '000Z')

/** A new identity. */
export const newUid = (): string => randomUUID()

// Without vowels and without what looks alike, so that no words come out.
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789'

/** The end of a generated name. */
export const nameSuffix = (length = 5): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
