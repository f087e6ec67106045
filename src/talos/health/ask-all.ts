import { UserError } from '../../user-error.ts'
import type { TalosNode } from '../api/node.ts'
import { OK, type Outcome, waiting } from './condition.ts'

const AT_ONCE = 32
const NAMED = 5

/** Asks machines, not too many at once; each says what is missing, or nothing. */
export async function askAll(
  nodes: readonly TalosNode[],
  missing: (node: TalosNode) => Promise<string | undefined>,
): Promise<Outcome> {
  const found: (string | undefined)[] = []
  let next = 0
  const work = async () => {
    for (let index = next++; index < nodes.length; index = next++) {
      const node = nodes[index]
      if (node !== undefined) found[index] = await whatIsMissing(node, missing)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, nodes.length) }, work))
  return summary(found.filter((reason) => reason !== undefined))
}

async function whatIsMissing(
  node: TalosNode,
  missing: (node: TalosNode) => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    const reason = await missing(node)
    return reason === undefined ? undefined : `${node.address}: ${reason}`
  } catch (error) {
    // Names the machine already.
    if (error instanceof UserError) return error.message
    throw error
  }
}

function summary(reasons: readonly string[]): Outcome {
  if (reasons.length === 0) return OK
  const rest = reasons.length - NAMED
  return waiting(reasons.slice(0, NAMED).join('; ') + (rest > 0 ? `; and ${rest} more` : ''))
}
