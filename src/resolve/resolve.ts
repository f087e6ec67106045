import { parseNetwork } from '../net/ip.ts'
import type { Placement } from '../placement/types.ts'
import type { Loaded } from '../spec/load.ts'
import { formatPath, type Path, type Problem } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import { clusterOf } from './cluster.ts'
import type { Desired, Machine } from './desired.ts'
import { type Draft, draftsOf } from './draft.ts'
import { failuresToProblems } from './placement-problems.ts'
import { type Inventory, placeMachines } from './placing.ts'
import { poolsOf } from './pools.ts'
import type { RuleContext } from './rule.ts'
import { rules } from './rules/all.ts'
import { storagesOn } from './storages.ts'

/** A resolved cluster file: the cluster as it should be unless an error stands against it, and all problems. */
export interface Resolution {
  readonly desired: Desired | undefined
  readonly problems: readonly Problem[]
}

/** Turns a loaded cluster file into the cluster as it should be; with an inventory, also where Proxmox says it can be. */
export function resolve(loaded: Loaded, inventory?: Inventory): Resolution {
  const { spec, source, files } = loaded
  if (spec === undefined) return { desired: undefined, problems: loaded.problems }
  const machines = draftsOf({ spec, removed: source.removed, files })
  const placement = placeMachines(spec, machines, inventory)
  const found = [
    ...checkRules({ ...contextOf(spec, machines, inventory), removed: source.removed, files }),
    ...failuresToProblems(placement?.failures ?? [], machines),
  ]
  const problems = [...loaded.problems, ...unique(found).filter((problem) => !touches(problem.path, loaded.dropped))]
  if (problems.some(({ severity }) => severity === 'error')) return { desired: undefined, problems }
  return { desired: desiredOf(spec, machines, placement), problems }
}

function contextOf(
  spec: Spec,
  machines: readonly Draft[],
  inventory: Inventory | undefined,
): Omit<RuleContext, 'removed' | 'files'> {
  const listed = spec.proxmox?.hosts
  return {
    spec,
    pools: poolsOf(spec),
    machines,
    networks: (spec.network?.cidr ?? []).map(parseNetwork),
    hosts: listed === undefined ? inventory?.hosts.map(({ name }) => name) : Object.keys(listed),
  }
}

function checkRules(context: RuleContext): Problem[] {
  return rules.flatMap((rule) =>
    rule.check(context).map((finding) => ({ code: rule.code, severity: rule.severity, ...finding })),
  )
}

function desiredOf(spec: Spec, drafts: readonly Draft[], placement: Placement | undefined): Desired {
  const decisions = new Map((placement?.decisions ?? []).map((decision) => [decision.machine, decision]))
  const machines = drafts.map((draft): Machine => {
    const { pool, settings: _, pin, ...rest } = draft
    const decision = decisions.get(draft.name)
    const host = decision?.host ?? pin?.host
    const origins = new Map(draft.origins)
    if (decision !== undefined) origins.set('host', { from: 'derived', how: decision.reason })
    return { ...rest, pool: pool.name, host, storage: storagesOn(spec, draft, host), origins }
  })
  return {
    ...clusterOf(spec, drafts),
    machines,
    placement: { decisions: placement?.decisions ?? [], usage: placement?.usage ?? [] },
  }
}

/** Machines of one pool share their faults; each is said once. */
function unique(problems: readonly Problem[]): Problem[] {
  const seen = new Map(
    problems.map((problem) => [[problem.code, formatPath(problem.path), problem.message].join('\0'), problem]),
  )
  return [...seen.values()]
}

/** Whether a place is about a part that is wrong already: anything said of it would be noise. */
function touches(path: Path, dropped: readonly Path[]): boolean {
  return dropped.some((gone) => gone.every((part, index) => path[index] === part))
}
