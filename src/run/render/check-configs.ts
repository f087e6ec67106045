import type { Desired, Machine } from '../../resolve/desired.ts'
import type { Loaded } from '../../spec/load.ts'
import { formatPath, type Problem } from '../../spec/problem.ts'
import {
  placeholderAddress,
  placeholderBundle,
  placeholderEndpoint,
  placeholderHost,
  placeholderSecret,
} from '../../talos/render/placeholder.ts'
import { offlineSchematic } from './offline-schematic.ts'
import { renderCluster } from './render-cluster.ts'
import { sameSecret } from './secret-values.ts'

/** Everything that is wrong with the machine configs that a cluster file makes; no secret and no network is needed. */
export function checkConfigs(loaded: Loaded, desired: Desired): Problem[] {
  const input = {
    loaded,
    desired,
    bundle: placeholderBundle,
    secrets: sameSecret(placeholderSecret),
    schematic: offlineSchematic,
    endpoint: placeholderEndpoint,
    learnt: ({ talos }: Machine) => (talos.delivery === 'api' ? placeholderAddress : undefined),
  }
  const machines = distinctMachines(loaded, desired).map((machine) => ({
    ...machine,
    host: machine.host ?? placeholderHost,
  }))
  return unique(renderCluster(input, machines).flatMap(({ problems }) => problems))
}

/**
 * Machines of a pool differ by name and address alone, unless the file has something to say about one of them. What a patch
 * of the pool gives to all of them may be right for the first only, so the last is looked at too.
 */
function distinctMachines({ spec }: Loaded, { machines }: Desired): Machine[] {
  const isOwn = ({ name }: Machine) => spec?.nodes !== undefined && Object.hasOwn(spec.nodes, name)
  const firsts = new Map(machines.toReversed().map((machine) => [machine.pool, machine]))
  const lasts = new Map(machines.map((machine) => [machine.pool, machine]))
  const isLast = (machine: Machine) => machine.talos.patches.length > 0 && lasts.get(machine.pool) === machine
  return machines.filter((machine) => firsts.get(machine.pool) === machine || isLast(machine) || isOwn(machine))
}

/** Machines share their patches and what is wrong with them. */
function unique(problems: readonly Problem[]): Problem[] {
  const byPlace = problems.map((problem) => {
    const { code, path, message, at } = problem
    return [
      [code, at === undefined ? formatPath(path) : `${at.file}:${at.line}:${at.column}`, message].join('\0'),
      problem,
    ] as const
  })
  return [...new Map(byPlace).values()]
}
