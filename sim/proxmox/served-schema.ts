import type { Method } from '../../src/proxmox/method.ts'
import type { Parameter } from '../../src/proxmox/tables/types.ts'

/**
 * The product's tables say what is right; the genuine server sometimes checks less. Its list of compressions is empty
 * by mistake, so any word passes, and a wrong one only fails in the task.
 */
const unchecked: Readonly<Record<string, (parameter: Parameter) => Parameter>> = {
  compression: ({ enum: _, ...rest }) => rest,
}

/** A method with the checks that the genuine server makes. */
export function asServed(method: Method): Method {
  const changed = Object.keys(unchecked).filter((name) => method.parameters.has(name))
  if (changed.length === 0) return method
  const parameters = [...method.parameters].map(([name, parameter]) => {
    const relax = unchecked[name]
    return [name, relax === undefined ? parameter : relax(parameter)] as const
  })
  return { ...method, parameters: new Map(parameters) }
}
