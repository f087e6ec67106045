import type { Handler } from '../handler.ts'

/** Lets pods onto a node again that a run had emptied and never gave back. */
export const nodeUncordon: Handler<'node.uncordon'> = {
  minutes: 2,
  done: async ({ machine }, tools) =>
    (await tools.kubernetes.nodes()).every(({ name, cordonedByTalmox }) => name !== machine || !cordonedByTalmox),
  run: ({ machine }, tools) => tools.kubernetes.uncordon(machine),
}
