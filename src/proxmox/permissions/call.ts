import type { Release, Verb } from '../tables/types.ts'

/** The parameters of a call by name, those in its path included; one that is open stands for all. */
export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

/** A call of the API, as far as rights depend on it. */
export interface ApiCall {
  readonly verb: Verb
  /** The template of its path. */
  readonly path: string
  readonly parameters: Parameters
  /** Storages of disks that it works on without naming them. */
  readonly storages?: readonly string[]
}

/** What rights also depend on. */
export interface Circumstances {
  readonly release: Release
  /** The zone of a virtual network; what is none is a bridge of the hosts. */
  readonly zoneOf: (bridge: string) => string | undefined
  /** The pool of Proxmox that a VM is in, whose rights then count for it. */
  readonly poolOf: (vmid: number) => string | undefined
}
