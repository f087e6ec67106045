import type { Machine } from '../resolve/desired.ts'
import type { Tools } from './tools.ts'

/** The machine of the file that an action is for. */
export function machineNamed({ desired }: Pick<Tools, 'desired'>, name: string): Machine {
  const machine = desired.machines.find((one) => one.name === name)
  if (machine === undefined) throw new Error(`the plan names ${name}, which is not in the file`)
  return machine
}
