import type { Handler } from '../handler.ts'

/** Empties a node that leaves. */
export const nodeDrain: Handler<'node.drain'> = {
  minutes: 30,
  done: async ({ machine }, tools) => (await tools.kubernetes.nodes()).every(({ name }) => name !== machine),
  run: ({ machine }, tools, telling) => tools.kubernetes.drain(machine, telling),
}
