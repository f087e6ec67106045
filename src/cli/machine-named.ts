import type { Desired, Machine } from '../resolve/desired.ts'
import { nearest } from '../spec/nearest.ts'
import { UserError } from '../user-error.ts'

/** The machine of a name that a person typed. */
export function machineNamed(name: string, { machines }: Desired): Machine {
  const found = machines.find((machine) => machine.name === name)
  if (found !== undefined) return found
  const names = machines.map((machine) => machine.name)
  const close = nearest(name, names)
  throw new UserError('unknown-node', `there is no machine ${JSON.stringify(name)}; there are ${names.join(', ')}`, {
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  })
}
