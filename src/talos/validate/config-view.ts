import { UserError } from '../../user-error.ts'
import { isAtLeast } from '../config/contract.ts'
import { rootOf } from '../document/identity.ts'
import { at, type Document, isMapping, type Mapping, textAt } from '../document/value.ts'
import type { Minor } from '../schema/notation.ts'

const modes = ['metal', 'cloud', 'container'] as const

/** How a machine boots: with an installer, from a cloud image, or in a container. */
export type Mode = (typeof modes)[number]

/** The mode of the given name. */
export function modeOf(name: string): Mode {
  const mode = modes.find((known) => known === name)
  if (mode !== undefined) return mode
  throw new UserError('talos-mode', `${name} is not one of the modes ${modes.join(', ')}`)
}

/** What a config is checked for. */
export interface Target {
  /** The Talos that the machine runs. */
  readonly talos: Minor
  readonly mode: Mode
}

/** A config as the rules see it. */
export interface ConfigView {
  readonly documents: readonly Document[]
  readonly root: Document
  readonly machine: Mapping
  readonly cluster: Mapping
  readonly isControlPlane: boolean
  readonly target: Target
}

const section = (root: Document, name: string): Mapping => {
  const found = at(root, name)
  return isMapping(found) ? found : {}
}

/** Looks at documents as one config. */
export function viewOf(documents: readonly Document[], target: Target): ConfigView {
  const root = rootOf(documents) ?? {}
  const type = textAt(root, 'machine', 'type')
  return {
    documents,
    root,
    machine: section(root, 'machine'),
    cluster: section(root, 'cluster'),
    isControlPlane: type === 'controlplane' || type === 'init',
    target,
  }
}

/** Whether the machine's Talos is at least the given one. */
export const runs = ({ target }: ConfigView, minor: Minor): boolean => isAtLeast(target.talos, minor)
