import type { Desired, Machine } from '../../resolve/desired.ts'
import type { Loaded } from '../../spec/load.ts'
import { formatPath, type Problem } from '../../spec/problem.ts'
import {
  placeholderAddress,
  placeholderBundle,
  placeholderEndpoint,
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
    learnt: () => placeholderAddress,
  }
  return unique(renderCluster(input, distinctMachines(loaded, desired)).flatMap(({ problems }) => problems))
}

/** Machines of a pool differ by name and address alone, unless the file has something to say about one of them. */
function distinctMachines({ spec }: Loaded, { machines }: Desired): Machine[] {
  const isOwn = ({ name }: Machine) => spec?.nodes !== undefined && Object.hasOwn(spec.nodes, name)
  const firsts = new Map(machines.toReversed().map((machine) => [machine.pool, machine]))
  return machines.filter((machine) => firsts.get(machine.pool) === machine || isOwn(machine))
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
