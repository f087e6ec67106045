import { faultRule } from '../../sim/faults/rule.ts'
import { wrongsOfNothing, wrongsOfUp } from '../crash/end-state.ts'
import { clusterOf, resumeStage, type Stage } from '../life/stage.ts'
import { type Draw, drawFrom } from './draw.ts'
import { mend } from './mend.ts'
import type { Prepared, Traffic } from './prepare.ts'
import { drawRules, type WrittenRule } from './rules.ts'
import type { Step } from './stories.ts'

/** What happened in a history of faults. */
export interface History {
  readonly seed: number
  readonly rules: readonly WrittenRule[]
  readonly log: readonly string[]
  /** How often something broke, by what it was. */
  readonly struck: Readonly<Record<string, number>>
  /** Nothing when the story came to its end all the same. */
  readonly wrongs: readonly string[]
}

/** What is written down while a history is told. */
interface Notes {
  readonly rules: WrittenRule[]
  readonly log: string[]
  readonly struck: Record<string, number>
}

/** A run that still fails after so many times does not get there; from the fourth on nothing is broken any more. */
const ATTEMPTS = 6
const UNTIL_PEACE = 3

/** Tells a story while things break, as drawn from a seed. */
export async function history(seed: number, { story, beginning, traffic }: Prepared): Promise<History> {
  const draw = drawFrom(seed)
  const notes: Notes = { rules: [], log: [], struck: {} }
  const stage = await resumeStage(beginning)
  try {
    for (const [at, step] of story.steps.entries()) {
      const wrongs = await told(stage, step, rulesOf(stage, seed + at, draw, traffic[at]), notes)
      if (wrongs.length > 0) return { seed, ...notes, wrongs: [`step ${at + 1}, ${step.command}:`, ...wrongs] }
    }
    return { seed, ...notes, wrongs: [] }
  } finally {
    stage.close()
  }
}

/** How to see a history again. */
export const again = ({ name }: Prepared, seed: number): string =>
  `npm run soak -- --story ${name} --histories 1 --seed ${seed}`

function rulesOf({ desired, running: { world } }: Stage, seed: number, draw: Draw, traffic: Traffic | undefined) {
  return drawRules(seed, draw, {
    hosts: world.hosts.map(({ name }) => name),
    storages: world.storages.map(({ storage }) => storage),
    vmids: desired.machines.map(({ vmid }) => vmid),
    requests: traffic?.requests ?? 0,
    writes: traffic?.writes ?? [],
  })
}

/** Tells one step: its command is run again and again, as a person would, and things break the first few times. */
async function told(stage: Stage, { command, edit }: Step, rules: readonly WrittenRule[], notes: Notes) {
  const { running, watch } = stage
  if (edit !== undefined) stage.edit(edit)
  notes.rules.push(...rules)
  for (const rule of rules) running.faults.add(faultRule.parse(rule))
  const peace = () => {
    for (const { do: what, struck } of running.faults.rules()) {
      notes.struck[what.kind] = (notes.struck[what.kind] ?? 0) + struck
    }
    running.faults.remove()
  }
  watch.letGo()
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > UNTIL_PEACE) peace()
    const run = await stage.talmox(command, '--yes')
    notes.log.push(`${command} ended with ${run.code}: ${run.stderr.trim().split('\n')[0] ?? ''}`)
    if (run.stderr.includes('bug:')) return [`${command} has a bug:\n${run.stderr}`]
    mend(running, run.stderr)
    if (run.code !== 0) continue
    peace()
    // What broke behind the last look is only found by the next one.
    const last = await stage.talmox(command, '--yes')
    notes.log.push(`${command} ended with ${last.code} in peace`)
    if (last.code === 0) return [...(await wrongsOf(stage, command)), ...watch.wrongs()]
    mend(running, last.stderr)
  }
  return [`it does not get there, and ${notes.log.length} runs said:`, ...notes.log]
}

async function wrongsOf({ running: { world }, folder }: Stage, command: Step['command']): Promise<readonly string[]> {
  if (command === 'destroy') return wrongsOfNothing(world)
  return wrongsOfUp(world, await clusterOf(`${folder}/cluster.yaml`))
}
