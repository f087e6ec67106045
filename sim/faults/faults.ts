import { UserError } from '../../src/user-error.ts'
import type { ApiRequest } from '../proxmox/dispatch.ts'
import type { Interference } from '../proxmox/hooks.ts'
import type { Simulator } from '../proxmox/simulator.ts'
import { faultKinds } from './kinds.ts'
import { fits, hostOf, isTurn, vmidOf } from './match.ts'
import type { ArmedRule, FaultRule } from './rule.ts'

/** The faults of a world: rules can be added and taken away while it runs. */
export interface Faults {
  readonly rules: () => readonly ArmedRule[]
  /** Arms a rule; one without `when` happens at once and is not kept. */
  readonly add: (rule: FaultRule) => ArmedRule | undefined
  /** Takes a rule away, or all of them. */
  readonly remove: (id?: string) => void
}

/** Lets the rules of a world strike the requests to its simulator. */
export function armFaults(sim: Simulator): Faults {
  const { world } = sim
  sim.hooks.interfere.push((request) => world.faults.flatMap((rule) => strike(sim, rule, request)))
  return {
    rules: () => world.faults,
    add(rule) {
      if (rule.when === undefined) {
        kindOf(rule).befall?.(optionsOf(rule), sim)
        return undefined
      }
      const armed: ArmedRule = { ...rule, id: rule.id ?? freeId(world.faults), seen: 0, struck: 0 }
      if (world.faults.some(({ id }) => id === armed.id))
        throw new UserError('fault-exists', `there already is a fault rule ${armed.id}`)
      world.faults.push(armed)
      return armed
    },
    remove(id) {
      world.faults = id === undefined ? [] : world.faults.filter((rule) => rule.id !== id)
    },
  }
}

function strike(sim: Simulator, rule: ArmedRule, request: ApiRequest): readonly Interference[] {
  const { when } = rule
  if (when === undefined || !fits(when, request)) return []
  rule.seen++
  if (rule.struck >= (when.times ?? Number.POSITIVE_INFINITY) || !isTurn(when, rule.seen)) return []
  rule.struck++
  const struck = { sim, request, host: hostOf(request), vmid: vmidOf(request) }
  const interference = kindOf(rule).strike?.(optionsOf(rule), struck)
  return interference === undefined ? [] : [interference]
}

function kindOf(rule: FaultRule) {
  const kind = faultKinds[rule.do.kind]
  if (kind === undefined) throw new Error(`the world has a rule of an unknown fault ${rule.do.kind}`)
  return kind
}

const optionsOf = (rule: FaultRule): unknown => kindOf(rule).options.parse(rule.do.options)

function freeId(rules: readonly ArmedRule[]): string {
  for (let at = 1; ; at++) if (!rules.some(({ id }) => id === `fault-${at}`)) return `fault-${at}`
}
