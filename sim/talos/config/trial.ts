import type { Node } from '../node.ts'
import { activate } from './activate.ts'

/** Goes back to the config from before a trial that nobody confirmed. */
export function endTrial(node: Node): void {
  const { trial } = node.state
  delete node.state.trial
  if (trial !== undefined) activate(node, trial.text)
}
