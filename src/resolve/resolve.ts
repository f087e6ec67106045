import path from 'node:path'
import { parseNetwork } from '../net/ip.ts'
import type { Decision, Placement } from '../placement/types.ts'
import type { Files } from '../spec/files.ts'
import type { Loaded } from '../spec/load.ts'
import { hasKeyIn, isWithin, type PathTree, pathTree } from '../spec/path-tree.ts'
import { formatPath, type Path, type Problem } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import { withoutLine } from '../spec/text-index.ts'
import { clusterOf } from './cluster.ts'
import type { Desired, Machine, Origin } from './desired.ts'
import { type Draft, draftsOf } from './draft.ts'
import { tooManyMachines } from './most-machines.ts'
import { derived, inFile } from './origin.ts'
import { readPatchFiles } from './patches.ts'
import { failuresToProblems } from './placement-problems.ts'
import { hostsOf, type Inventory, placeMachines } from './placing.ts'
import { poolsOf } from './pools.ts'
import type { RuleContext } from './rule.ts'
import { rules } from './rules/all.ts'
import { storageOrigins, storagesOn } from './storages.ts'

/** A resolved cluster file: the cluster as it should be unless an error stands against it, and all problems. */
export interface Resolution {
  readonly desired: Desired | undefined
  readonly problems: readonly Problem[]
}

/** Turns a loaded cluster file into the cluster as it should be; with an inventory, also where Proxmox says it can be. */
export function resolve(loaded: Loaded, inventory?: Inventory): Resolution {
  const { spec, source, files } = loaded
  if (spec === undefined) return { desired: undefined, problems: loaded.problems }
  const tooMany = tooManyMachines(poolsOf(spec))
  if (tooMany.length > 0) return { desired: undefined, problems: [...loaded.problems, ...tooMany] }
  const patchFiles = readPatchFiles(spec, files)
  const { removed, value: written } = source
  const dropped = pathTree(loaded.dropped.map((path) => [path, true]))
  const machines = draftsOf({ spec, removed, patchFiles })
  const hosts = hostsOf(spec, inventory)
  const placement = placeMachines(spec, machines, hosts, inventory)
  const context = {
    ...contextOf(spec, machines),
    // A host that is down is still one that a machine may be pinned to, or be on.
    hosts: hosts && [...hosts.map(({ name }) => name), ...(inventory?.down ?? [])],
    placement,
    removed,
    files,
    patchFiles,
    written,
  }
  const found = [
    ...checkRules(context, dropped),
    ...failuresToProblems(placement?.failures ?? [], machines, hosts ?? []).filter(
      (problem) => !touches(problem.path, dropped),
    ),
  ]
  const shown = unique(found).map((problem) => inFolder(unquoted(problem, files), path.dirname(source.file)))
  const problems = [...loaded.problems, ...shown]
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

function checkRules(context: RuleContext, dropped: PathTree<boolean>): Problem[] {
  return rules
    .filter(({ dependsOn = [] }) => !dependsOn.some((path) => isWithin(path, dropped)))
    .flatMap(({ code, severity, check, ofText }) =>
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
    const origins = new Map([...draft.origins, ...hostOrigin(draft, decision), ...storageOrigins(spec, draft, host)])
    return { ...rest, pool: pool.name, host, storage: storagesOn(spec, draft, host), origins }
  })
  return {
    ...clusterOf(spec, drafts),
    machines,
    placement: { decisions: placement?.decisions ?? [], usage: placement?.usage ?? [] },
  }
}

function hostOrigin({ pin }: Draft, decision: Decision | undefined): [string, Origin][] {
  if (pin !== undefined && (decision === undefined || decision.host === pin.host)) return [['host', inFile(pin.path)]]
  return decision === undefined ? [] : [['host', derived(decision.reason)]]
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

/** Whether a place is a part that is wrong already, or a map with a wrong key: anything said of it would be noise. */
function touches(path: Path, dropped: PathTree<boolean>): boolean {
  return isWithin(path, dropped) || hasKeyIn(path, dropped)
}

/** Nothing is quoted from a file that is not the cluster file's own. */
function unquoted(problem: Problem, files: Files): Problem {
  const { at } = problem
  const content = at === undefined ? undefined : files.get(at.file)
  const foreign = content !== undefined && 'text' in content && content.foreign
  return at === undefined || !foreign ? problem : { ...problem, at: withoutLine(at) }
}

/** A place in a file that the cluster file names is shown by a path that the reader of the cluster file can open. */
function inFolder(problem: Problem, folder: string): Problem {
  const { at } = problem
  if (at === undefined || path.isAbsolute(at.file)) return problem
  return { ...problem, at: { ...at, file: path.join(folder, at.file) } }
}
