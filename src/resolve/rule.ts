import type { Network } from '../net/ip.ts'
import type { Placement } from '../placement/types.ts'
import type { Files } from '../spec/files.ts'
import type { Path, Problem, Severity } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import type { Draft } from './draft.ts'
import type { PatchFiles } from './patches.ts'
import type { Pool } from './pools.ts'

/** What a rule may look at; all of it is already read, so that rules are pure. */
export interface RuleContext {
  readonly spec: Spec
  /** Paths that the file sets to `null`. */
  readonly removed: readonly Path[]
  readonly pools: readonly Pool[]
  readonly machines: readonly Draft[]
  readonly networks: readonly Network[]
  /** Names of the hosts that may carry machines: those the file lists, else those Proxmox has; nothing while neither is known. */
  readonly hosts: readonly string[] | undefined
  /** Where machines go; nothing while no host is known. */
  readonly placement: Placement | undefined
  readonly files: Files
  readonly patchFiles: PatchFiles
  /** The file as it is written, before the schema took out what it does not know. */
  readonly written: unknown
}

/** What a rule found; code and severity are the rule's unless it says otherwise. */
export type Finding = Pick<Problem, 'path' | 'message'> & Partial<Problem>

/** One cross-field rule of the cluster file. */
export interface Rule {
  readonly code: string
  readonly severity: Severity
  /** One line for the docs: what the rule wants. */
  readonly summary: string
  readonly check: (context: RuleContext) => Finding[]
  /** Other places of the file, `*` for any part, that its findings follow from: while one is wrong, the rule is silent. */
  readonly dependsOn?: readonly Path[]
  /** The rule is about what is written, so it also speaks of parts that the schema refuses. */
  readonly ofText?: true
}

/** A rule that looks at one machine at a time. */
export interface MachineRule extends Omit<Rule, 'check'> {
  readonly find: (machine: Draft, context: RuleContext) => Finding | readonly Finding[] | undefined
  /** It also depends on a machine's index or host, so machines with the same settings are looked at one by one. */
  readonly everyMachine?: true
}

/** Makes a rule about machines a rule about the cluster. */
export function machineRule({ find, everyMachine, ...rule }: MachineRule): Rule {
  return {
    ...rule,
    check: (context) => {
      const machines = everyMachine ? context.machines : distinctMachines(context.machines)
      return machines.flatMap((machine) => find(machine, context) ?? [])
    },
  }
}

/** The first machine of each set of settings: those of a pool share theirs, unless a node has its own. */
export function distinctMachines(machines: readonly Draft[]): Draft[] {
  return [...new Map(machines.toReversed().map((machine) => [machine.settings, machine])).values()].reverse()
}
