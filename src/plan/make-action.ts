import type { ActionData, ActionKind, ActionOf, Effect } from './action.ts'

/** The parts of an action that differ from one to the next. */
interface Parts {
  readonly effect: Effect
  readonly reason: string
  readonly needs?: readonly string[]
  readonly limits?: readonly string[]
  readonly details?: readonly string[]
}

/** The id of an action: the same for the same kind and target in every plan. */
export const actionId = (kind: ActionKind, target: string): string => `${kind}/${target}`

/** Makes an action; needs may name actions that turn out not to be in the plan, since they are done. */
export function makeAction<K extends ActionKind>(
  kind: K,
  target: string,
  data: ActionData[K],
  parts: Parts,
): ActionOf<K> {
  const { effect, reason, needs = [], limits = [], details } = parts
  const id = actionId(kind, target)
  return { id, kind, target, needs, limits, effect, reason, ...(details === undefined ? {} : { details }), data }
}
