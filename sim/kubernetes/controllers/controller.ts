import type { Api } from '../api.ts'
import type { Change } from '../store/store.ts'

/** A part of the control plane: looks at single things, again and again, until they are as they should be. */
export interface Controller {
  readonly name: string
  /** The keys of what a change makes worth a look. */
  readonly concerns: (change: Change, api: Api) => readonly string[]
  /** One look; returns after how many milliseconds another is due, if one is. */
  readonly reconcile: (api: Api, key: string) => number | undefined
}

/** The namespace and the name in a key. */
export function splitKey(key: string): { readonly namespace: string | undefined; readonly name: string } {
  const slash = key.indexOf('/')
  return slash < 0
    ? { namespace: undefined, name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}
