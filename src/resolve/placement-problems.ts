import type { PlacementFailure, PlacementHost } from '../placement/types.ts'
import { list } from '../placement/words.ts'
import { formatPath, type Path, type Problem } from '../spec/problem.ts'
import type { Draft } from './draft.ts'
import { missingResources, toProblem } from './missing-resource.ts'
import type { Pool } from './pools.ts'
import { shortageTable } from './shortage-table.ts'

/** Machines of one pool that found no place for the same reason. */
interface Group {
  readonly code: Code
  readonly pool: Pool
  readonly first: PlacementFailure
  readonly machines: string[]
  readonly pin: Path | undefined
}

type Code = 'capacity' | 'pin-does-not-fit' | 'no-pin' | 'no-hosts'
type Words = (group: Group, unplaced: number) => Pick<Problem, 'path' | 'message' | 'hint' | 'details'>

/** Failed placements as problems of the cluster file: one for each pool and constraint, however many machines it hits. */
export function failuresToProblems(
  failures: readonly PlacementFailure[],
  drafts: readonly Draft[],
  hosts: readonly PlacementHost[],
): Problem[] {
  const byName = new Map(drafts.map((draft) => [draft.name, draft]))
  const missing = missingResources(failures, byName)
  const told = new Set(missing.flatMap(({ machines }) => machines))
  const rest = failures.filter(({ machine }) => !told.has(machine))
  return [...missing.map((one) => toProblem(one, hosts)), ...groupsToProblems(groupsOf(rest, byName))]
}

function groupsToProblems(groups: readonly Group[]): Problem[] {
  const unplaced = new Map<Pool, number>()
  for (const { pool, machines } of groups) unplaced.set(pool, (unplaced.get(pool) ?? 0) + machines.length)
  return groups.map((group) => ({
    code: group.code,
    severity: 'error',
    ...words[group.code](group, unplaced.get(group.pool) ?? 0),
  }))
}

function groupsOf(failures: readonly PlacementFailure[], drafts: ReadonlyMap<string, Draft>): Group[] {
  const groups = new Map<string, Group>()
  for (const failure of failures) {
    const draft = drafts.get(failure.machine)
    // A pin to a host that does not exist is reported by its own rule.
    if (draft === undefined || (failure.constraint === 'pin' && draft.pin !== undefined)) continue
    const code = codeOf(failure, draft)
    const key = [code, draft.pool.name, failure.constraint, draft.pin?.host].join('\0')
    const known = groups.get(code === 'no-hosts' ? code : key)
    if (known !== undefined) known.machines.push(failure.machine)
    else {
      const group = { code, pool: draft.pool, first: failure, machines: [failure.machine], pin: draft.pin?.path }
      groups.set(code === 'no-hosts' ? code : key, group)
    }
  }
  return [...groups.values()]
}

function codeOf({ constraint }: PlacementFailure, { pin }: Draft): Code {
  if (constraint === 'no-hosts') return 'no-hosts'
  if (constraint === 'pin') return 'no-pin'
  return pin === undefined ? 'capacity' : 'pin-does-not-fit'
}

const words: Readonly<Record<Code, Words>> = {
  capacity: (group, unplaced) => {
    const { pool, first } = group
    const left = pool.count - unplaced
    const fewer = pool.role === 'worker' && left > 0 ? `, or lower ${formatPath(pool.path)}.count to ${left}` : ''
    return {
      path: [...pool.path, 'count'],
      message: withOthers(group),
      hint: `${first.hint}${fewer}`,
      details: shortageTable(first.hosts),
    }
  },
  'pin-does-not-fit': (group) => ({
    path: group.pin ?? group.pool.path,
    message: withOthers(group),
    hint: group.first.hint,
    details: shortageTable(group.first.hosts),
  }),
  'no-pin': ({ pool, first, machines }) => ({
    path: ['placement', 'strategy'],
    message:
      machines.length === 1
        ? first.message
        : `${list(machines)} of ${formatPath(pool.path)} are not pinned, and the strategy pin leaves the choice of every host to the file`,
    hint: machines.length === 1 ? first.hint : 'pin each of them under placement.pinned, or use the strategy spread',
  }),
  'no-hosts': ({ machines }) => ({
    path: ['proxmox', 'hosts'],
    message: `there is no host to place ${list(machines)} on`,
    hint: 'list at least one host, and check that it is online',
  }),
}

function withOthers({ first, machines, pool }: Group): string {
  const others = machines.length - 1
  if (others === 0) return first.message
  return `${first.message}; so it is with ${others} more of ${formatPath(pool.path)}`
}
