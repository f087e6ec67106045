import type { Action } from '../action.ts'
import type { Plan } from '../plan-type.ts'
import { lanesOf } from './lanes.ts'

/** Where an action is drawn: its column is how many steps come before it, its row within the lane keeps it from others. */
export interface Cell {
  readonly action: Action
  readonly column: number
  readonly row: number
}

/** A machine as a band of rows. */
export interface Band {
  readonly name: string
  readonly row: number
  readonly rows: number
}

/** A plan on a grid. */
export interface Layout {
  readonly columns: number
  readonly rows: number
  readonly bands: readonly Band[]
  readonly cells: readonly Cell[]
}

/** Puts a plan on a grid: machines from top to bottom, what needs something to the right of it, no two in one place. */
export function layoutOf({ cluster, actions }: Plan): Layout {
  const columns = columnsOf(actions)
  const bands: Band[] = []
  const cells: Cell[] = []
  let top = 0
  for (const lane of lanesOf(cluster, actions)) {
    const used = new Map<number, number>()
    for (const action of lane.actions) {
      const column = columns.get(action.id) ?? 0
      const depth = used.get(column) ?? 0
      used.set(column, depth + 1)
      cells.push({ action, column, row: top + depth })
    }
    const rows = Math.max(...used.values())
    bands.push({ name: lane.name, row: top, rows })
    top += rows
  }
  return { columns: Math.max(0, ...columns.values()) + 1, rows: top, bands, cells }
}

/** The length of the longest way to each action; a plan is in an order in which needs come first. */
function columnsOf(actions: readonly Action[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>()
  for (const { id, needs } of actions) {
    columns.set(
      id,
      needs.reduce((most, need) => Math.max(most, (columns.get(need) ?? -1) + 1), 0),
    )
  }
  return columns
}
