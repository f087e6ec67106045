import type { Desired, Machine, Origin } from '../../resolve/desired.ts'
import { locate } from '../../spec/locate.ts'
import { formatPath } from '../../spec/problem.ts'
import type { Source } from '../../spec/source.ts'

/** The cluster as data: as `Desired`, sizes in bytes; each machine's origins only when there is a source to place them. */
export function desiredToJson(desired: Desired, source: Source | undefined): object {
  return { ...desired, machines: desired.machines.map((machine) => machineToJson(machine, source)) }
}

/** One machine as data. */
export function machineToJson({ origins, ...machine }: Machine, source: Source | undefined): object {
  if (source === undefined) return machine
  const placed = [...origins].map(([setting, origin]) => [setting, originToJson(origin, source)] as const)
  return { ...machine, origins: Object.fromEntries(placed) }
}

function originToJson(origin: Origin, source: Source): object {
  if (origin.from === 'built-in' || origin.path === undefined) return origin
  const { line, column } = locate(source, origin.path, 'value')
  return { ...origin, path: formatPath(origin.path), file: source.file, line, column }
}
