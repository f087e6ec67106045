import type { Action } from './action.ts'
import { isOfMachine } from './of-machine.ts'
import type { Plan } from './plan-type.ts'

/** What becomes of a machine, the weightiest first; a machine counts once. */
const FATES: readonly { readonly words: string; readonly meets: (action: Action) => boolean }[] = [
  { words: 'to destroy', meets: ({ kind }) => kind === 'vm.delete' },
  { words: 'to create', meets: ({ kind }) => kind === 'vm.create' },
  { words: 'to set up', meets: ({ effect }) => effect === 'create' },
  { words: 'to reboot', meets: ({ effect }) => effect === 'reboot' },
  { words: 'to start', meets: ({ kind }) => kind === 'vm.start' },
  { words: 'to change', meets: ({ effect }) => effect === 'update' },
]

/** How much a plan is, in one line: `homelab: 1 machine to create, 3 to change, in 12 steps.` */
export function countsOf({ cluster, actions, findings, later }: Plan): string {
  if (findings.some(({ level }) => level === 'refused')) return `${cluster}: nothing is done while this stands.`
  if (actions.length > 0) return `${cluster}: ${counted(actions)}.`
  if (later.length > 0) return `${cluster}: nothing can be done yet.`
  return `${cluster}: ${findings.length > 0 ? 'nothing else to do' : 'nothing to do'}.`
}

function counted(actions: readonly Action[]): string {
  const machines = machineCounts(actions)
  if (machines.length > 0) return `${machines.join(', ')}, in ${many(actions.length, 'step')}${removals(actions)}`
  return actions.every(({ effect }) => effect === 'wait')
    ? `${many(actions.length, 'thing')} to wait for`
    : `${many(actions.length, 'step')}${removals(actions)}`
}

/** Where no machine goes, nobody expects that something else does. */
function removals(actions: readonly Action[]): string {
  const count = actions.filter(({ effect }) => effect === 'destroy').length
  if (count === 0 || actions.some(({ kind }) => kind === 'vm.delete')) return ''
  const what = count === 1 ? 'a removal' : 'removals'
  if (actions.length === 1) return `, ${what}`
  return `, ${count === actions.length ? 'all' : count} of them ${what}`
}

function machineCounts(actions: readonly Action[]): readonly string[] {
  const own = actions.filter(isOfMachine)
  const fates = [...new Set(own.map(({ target }) => target))].map((name) =>
    FATES.find(({ meets }) => own.some((action) => action.target === name && meets(action))),
  )
  return FATES.flatMap((fate) => {
    const count = fates.filter((one) => one === fate).length
    return count === 0 ? [] : [{ count, words: fate.words }]
  }).map(({ count, words }, index) => `${index === 0 ? many(count, 'machine') : count} ${words}`)
}

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
