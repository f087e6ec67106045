import type { Action, ActionKind } from './action.ts'
import type { Situation } from './situation.ts'

/** When the control planes of a cluster have their turns: who comes has come before anybody is changed or goes. */
type Turn = 'lost' | 'coming' | 'changing' | 'leaving'

const TURNS: readonly Turn[] = ['lost', 'coming', 'changing', 'leaving']

const STAYING: Partial<Readonly<Record<ActionKind, Turn>>> = {
  'talos.apply': 'coming',
  'config.offer': 'coming',
  'etcd.join': 'coming',
  'vm.restart': 'changing',
  'talos.config': 'changing',
}

/** What may take a machine out of the cluster for a while. */
const CHANGING: readonly ActionKind[] = ['vm.restart', 'talos.config']

const LEAVING: readonly ActionKind[] = [
  'node.drain',
  'etcd.leave',
  'etcd.remove',
  'vm.stop',
  'node.delete',
  'config.withdraw',
  'vm.delete',
]

/**
 * Puts everything that changes control planes into one line, machine after machine, since etcd can spare one at a time.
 * Only before etcd has begun do they all wait for it side by side. Workers are changed after control planes: to be emptied
 * they need a Kubernetes that answers, and what they are told of, such as a new address of it, has to be there first.
 */
export function takeTurns(situation: Situation, actions: readonly Action[]): readonly Action[] {
  const groups = groupsOf(situation, actions)
  const needs = new Map<string, readonly string[]>()
  let before: readonly string[] = []
  let changed: readonly string[] = []
  for (const { turn, actions: group } of groups) {
    const ids = new Set(group.flatMap((action) => action.id))
    for (const action of group) {
      if (!action.needs.some((need) => ids.has(need))) needs.set(action.id, [...action.needs, ...before])
    }
    const needed = new Set(group.flatMap((action) => action.needs))
    before = group.map(({ id }) => id).filter((id) => !needed.has(id))
    if (turn === 'changing') changed = before
  }
  const workers = new Set(
    situation.machines.flatMap(({ machine }) => (machine.role === 'worker' ? [machine.name] : [])),
  )
  return actions.map((action) => {
    const isLater = workers.has(action.target) && CHANGING.includes(action.kind)
    const more = isLater ? [...action.needs, ...changed] : needs.get(action.id)
    return more === undefined ? action : { ...action, needs: more }
  })
}

/** What control planes do in one turn. */
interface Group {
  readonly turn: Turn
  readonly actions: readonly Action[]
}

function groupsOf(situation: Situation, actions: readonly Action[]): readonly Group[] {
  const { controlPlanes, leaving, etcd } = situation
  const staying = new Set(controlPlanes.map(({ machine }) => machine.name))
  const going = new Set(leaving.flatMap(({ name, role }) => (role === 'controlplane' ? [name] : [])))
  const turnOf = ({ kind, target }: Action): Turn | undefined =>
    kind === 'etcd.bootstrap'
      ? 'coming'
      : kind === 'etcd.remove' && !going.has(target)
        ? 'lost'
        : staying.has(target)
          ? STAYING[kind]
          : going.has(target) && LEAVING.includes(kind)
            ? 'leaving'
            : undefined
  const groups = new Map<string, { readonly turn: Turn; readonly actions: Action[] }>()
  for (const action of actions) {
    const turn = turnOf(action)
    if (turn === undefined) continue
    const key = turn === 'coming' && etcd === 'none' ? turn : `${turn} ${action.target}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { turn, actions: [action] })
    else group.actions.push(action)
  }
  return [...groups.values()].sort((a, b) => TURNS.indexOf(a.turn) - TURNS.indexOf(b.turn))
}
