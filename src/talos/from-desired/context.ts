import type { Desired, Machine } from '../../resolve/desired.ts'
import type { Files } from '../../spec/files.ts'
import type { SecretSource } from '../../spec/schema/values.ts'
import { type Contract, contractOf } from '../config/contract.ts'
import type { SecretsBundle } from '../secrets/bundle.ts'

/** Everything that the config of one machine is made from. */
export interface MachineContext {
  readonly desired: Desired
  readonly machine: Machine
  readonly bundle: SecretsBundle
  /** Where the Kubernetes API is reached; learnt from a running machine where the file cannot tell. */
  readonly endpoint: string
  /** The image that installs and upgrades the machine, of its own schematic. */
  readonly installer: string
  /** The files that the cluster file names. */
  readonly files: Files
  /** What is found at a place of a secret. */
  readonly secret: (source: SecretSource) => string
}

/** The contract of a cluster. */
export const contractIn = ({ desired }: Pick<MachineContext, 'desired'>): Contract => contractOf(desired.talos.contract)

/** Whether a machine is a control plane. */
export const isControlPlane = ({ machine }: Pick<MachineContext, 'machine'>): boolean => machine.role === 'controlplane'

/** The text of a file that the cluster file names; that it can be read was checked when the file was. */
export function textOf({ files }: Pick<MachineContext, 'files'>, name: string): string {
  const content = files.get(name)
  if (content === undefined || 'missing' in content) throw new Error(`the file ${name} was not read`)
  return content.text
}

/** The value unless it has nothing in it: what is empty is not written. */
export function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  const length = Array.isArray(value) ? value.length : Object.keys(value).length
  return length === 0 ? undefined : value
}

/** Names for things, each from a text of its own; one that comes again gets a number. */
export function distinctNames(texts: readonly string[]): string[] {
  const used = new Set<string>()
  return texts.map((text) => {
    const base = text.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '') || 'unnamed'
    let name = base
    for (let number = 2; used.has(name); number++) name = `${base}-${number}`
    used.add(name)
    return name
  })
}
