import type { Action } from '../action.ts'
import type { Plan } from '../plan-type.ts'
import { type Lane, lanesOf } from './lanes.ts'

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
  /** The action that is drawn in place of another, by the id of the other. */
  readonly standIns: ReadonlyMap<string, string>
}

/** More machines than this are not looked at one by one. */
const MOST_LANES = 24

/** Puts a plan on a grid: machines from top to bottom, what needs something to the right of it, no two in one place. */
export function layoutOf({ cluster, actions }: Plan): Layout {
  const columns = columnsOf(actions)
  const all = lanesOf(cluster, actions)
  const groups = all.length <= MOST_LANES ? all.map((lane) => [lane] as const) : alike(all, columns)
  const bands: Band[] = []
  const cells: Cell[] = []
  let top = 0
  for (const [lane, ...others] of groups) {
    const used = new Map<number, number>()
    for (const action of lane.actions) {
      const column = columns.get(action.id) ?? 0
      const depth = used.get(column) ?? 0
      used.set(column, depth + 1)
      cells.push({ action, column, row: top + depth })
    }
    const rows = Math.max(...used.values())
    const name = others.length === 0 ? lane.name : `${lane.name} and ${others.length} like it`
    bands.push({ name, row: top, rows })
    top += rows
  }
  return { columns: Math.max(0, ...columns.values()) + 1, rows: top, bands, cells, standIns: standInsOf(groups) }
}

type Group = readonly [Lane, ...Lane[]]

/** Neighbours to whom the same is done at the same time, as one. */
function alike(lanes: readonly Lane[], columns: ReadonlyMap<string, number>): readonly Group[] {
  const groups: [Lane, ...Lane[]][] = []
  const key = (lane: Lane) =>
    lane.actions.map(({ id, kind, effect }) => `${kind} ${effect} ${columns.get(id)}`).join('\n')
  for (const lane of lanes) {
    const last = groups.at(-1)
    if (last !== undefined && key(last[0]) === key(lane)) last.push(lane)
    else groups.push([lane])
  }
  return groups
}

function standInsOf(groups: readonly Group[]): ReadonlyMap<string, string> {
  return new Map(
    groups.flatMap(([drawn, ...others]) =>
      others.flatMap(({ actions }) => actions.map(({ id }, index) => [id, drawn.actions[index]?.id ?? id] as const)),
    ),
  )
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
