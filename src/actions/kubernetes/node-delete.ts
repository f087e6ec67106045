import type { Handler } from '../handler.ts'

/** Takes the node of a machine that is gone out of Kubernetes. */
export const nodeDelete: Handler<'node.delete'> = {
  minutes: 2,
  done: async ({ machine }, tools) => (await tools.kubernetes.nodes()).every(({ name }) => name !== machine),
  run: ({ machine }, tools) => tools.kubernetes.deleteNode(machine),
}
