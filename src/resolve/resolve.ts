import path from 'node:path'
import { parseNetwork } from '../net/ip.ts'
import type { Placement } from '../placement/types.ts'
import type { Loaded } from '../spec/load.ts'
import { formatPath, type Path, type Problem } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import { clusterOf } from './cluster.ts'
import type { Desired, Machine } from './desired.ts'
import { type Draft, draftsOf } from './draft.ts'
import { readPatchFiles } from './patches.ts'
import { failuresToProblems } from './placement-problems.ts'
import { hostsOf, type Inventory, placeMachines } from './placing.ts'
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
  const patchFiles = readPatchFiles(spec, files)
  const { removed, value: written } = source
  const machines = draftsOf({ spec, removed, patchFiles })
  const hosts = hostsOf(spec, inventory)
  const placement = placeMachines(spec, machines, hosts, inventory)
  const context = {
    ...contextOf(spec, machines),
    hosts: hosts?.map(({ name }) => name),
    placement,
    removed,
    files,
    patchFiles,
    written,
  }
  const found = [
    ...checkRules(context, loaded.dropped),
    ...failuresToProblems(placement?.failures ?? [], machines, hosts ?? []).filter(
      (problem) => !touches(problem.path, loaded.dropped),
    ),
  ]
  const problems = [...loaded.problems, ...unique(found).map((problem) => inFolder(problem, path.dirname(source.file)))]
  if (problems.some(({ severity }) => severity === 'error')) return { desired: undefined, problems }
  return { desired: desiredOf(spec, machines, placement), problems }
}

type Derived = 'spec' | 'pools' | 'machines' | 'networks'

function contextOf(spec: Spec, machines: readonly Draft[]): Pick<RuleContext, Derived> {
  return {
    spec,
    pools: poolsOf(spec),
    machines,
    networks: (spec.network?.cidr ?? []).map(parseNetwork),
  }
}

function checkRules(context: RuleContext, dropped: readonly Path[]): Problem[] {
  return rules.flatMap(({ code, severity, check, ofText }) =>
    check(context)
      .filter((finding) => ofText || !touches(finding.path, dropped))
      .map((finding) => ({ code, severity, ...finding })),
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
    problems.map((problem) => {
      const { code, path, message, at } = problem
      return [[code, formatPath(path), message, at?.file, at?.line, at?.column].join('\0'), problem]
    }),
  )
  return [...seen.values()]
}

/** Whether a place is about a part that is wrong already: anything said of it would be noise. */
function touches(path: Path, dropped: readonly Path[]): boolean {
  return dropped.some((gone) => gone.every((part, index) => path[index] === part))
}

/** A place in a file that the cluster file names is shown by a path that the reader of the cluster file can open. */
function inFolder(problem: Problem, folder: string): Problem {
  const { at } = problem
  if (at === undefined || path.isAbsolute(at.file)) return problem
  return { ...problem, at: { ...at, file: path.join(folder, at.file) } }
}
