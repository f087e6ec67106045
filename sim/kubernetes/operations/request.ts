import type { Resource } from '../resources/resource.ts'

/** Who asks. */
export interface User {
  readonly name: string
  readonly groups: readonly string[]
  readonly uid?: string
  /** What else is known of them. */
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** What a change is made with. */
export interface WriteOptions {
  /** Who owns what is changed. */
  readonly manager: string
  readonly user?: User
  /** Whether only to look what would come out. */
  readonly dryRun?: boolean
  /** What to do about fields that are not declared. */
  readonly validation?: 'Ignore' | 'Warn' | 'Strict'
  /** Told what is wrong but accepted. */
  readonly warn?: (text: string) => void
}

/** An object that is meant: a resource and where in it. */
export interface Target {
  readonly resource: Resource
  readonly namespace?: string | undefined
  readonly name: string
}

/** The key under which a target is kept. */
export const targetKey = ({ namespace, name }: Target): string =>
  namespace === undefined ? name : `${namespace}/${name}`

/** How the parts of the control plane call themselves. */
export const SERVER: WriteOptions = { manager: 'kube-apiserver', validation: 'Ignore' }
