import type { Path } from '../spec/problem.ts'
import type { Nic, Route } from '../spec/vm/hardware.ts'
import { type Draft, whereWritten } from './draft.ts'
import { nicPath } from './holdings.ts'

/** A route of a machine, the NIC it is on, and where it is written. */
export interface WrittenRoute {
  readonly route: Route
  readonly nic: Nic
  /** Position of the NIC, from 0. */
  readonly position: number
  readonly path: Path
}

/** Every route of a machine besides the default one, NIC by NIC. */
export function writtenRoutes(machine: Draft): WrittenRoute[] {
  return machine.nics.flatMap((nic, position) => {
    const list = position === 0 ? whereWritten(machine, 'network.routes') : [...nicPath(machine, position), 'routes']
    return nic.routes.map((route, index) => ({ route, nic, position, path: [...list, index] }))
  })
}

/** The metric that Talos gives a route that says nothing of it. */
export const usualMetric = 1024
