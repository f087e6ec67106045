import { faultRule } from '../../sim/faults/rule.ts'
import { endState, wrongsOfUp, wrongsOfVolumes } from '../crash/end-state.ts'
import { openStage, type Stage } from '../life/stage.ts'
import { drawFrom } from './draw.ts'
import { mend } from './mend.ts'
import { drawRules, type Write, type WrittenRule } from './rules.ts'

/** What happened in a history of faults. */
export interface History {
  readonly seed: number
  readonly rules: readonly WrittenRule[]
  readonly log: readonly string[]
  /** How often something broke, by what it was. */
  readonly struck: Readonly<Record<string, number>>
  /** Nothing when the cluster went through its life all the same. */
  readonly wrongs: readonly string[]
}

/** A run that still fails after so many times does not get there; from the fourth on nothing is broken any more. */
const ATTEMPTS = 6
const UNTIL_PEACE = 3

/** Lets a cluster go through its life while things break, as drawn from a seed. */
export async function history(seed: number): Promise<History> {
  const draw = drawFrom(seed)
  const stage = await openStage({ example: 'single-node' })
  const { world } = stage.running
  const log: string[] = []
  const struck: Record<string, number> = {}
  const rules = {
    up: drawRules(seed, draw, { ...targetsOf(stage), requests: 40, writes: [post(1), post(2), post(3)] }),
    destroy: drawRules(seed + 5, draw, { ...targetsOf(stage), requests: 10, writes: [post(1), remove(1)] }),
  }
  const before = endState(world)
  try {
    const rising = await through(stage, ['up', '--yes'], rules.up, { log, struck })
    const wrongs = [...rising, ...(rising.length > 0 ? [] : wrongsOfUp(world, stage.desired))]
    if (wrongs.length === 0) {
      wrongs.push(...(await through(stage, ['destroy', '--yes'], rules.destroy, { log, struck })))
      const { machines } = endState(world)
      if (JSON.stringify(machines) !== JSON.stringify(before.machines)) wrongs.push('machines were left behind')
      wrongs.push(...wrongsOfVolumes(world))
    }
    return { seed, rules: [...rules.up, ...rules.destroy], log, struck, wrongs }
  } finally {
    stage.close()
  }
}

const post = (nth: number): Write => ({ method: 'POST', nth })
const remove = (nth: number): Write => ({ method: 'DELETE', nth })

const targetsOf = ({ desired }: Stage) => ({
  hosts: ['pve'] as const,
  storages: ['local', 'local-zfs'] as const,
  vmids: [desired.machines[0]?.vmid ?? 0] as const,
})

/** Runs a command again and again, as a person would, with things that break during the first few times. */
async function through(
  stage: Stage,
  argv: readonly string[],
  rules: readonly WrittenRule[],
  { log, struck }: { readonly log: string[]; readonly struck: Record<string, number> },
): Promise<readonly string[]> {
  const { faults } = stage.running
  for (const rule of rules) faults.add(faultRule.parse(rule))
  const peace = () => {
    for (const rule of faults.rules()) struck[rule.do.kind] = (struck[rule.do.kind] ?? 0) + rule.struck
    faults.remove()
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { code, stdout, stderr } = await stage.talmox(...argv)
    log.push(`${argv[0]} ended with ${code}: ${stderr.trim().split('\n')[0] ?? ''}`)
    if (stderr.includes('bug:')) return [`${argv[0]} has a bug:\n${stderr}`]
    if (code === 0) {
      peace()
      mend(stage.running)
      const again = await stage.talmox(...argv)
      if (again.code === 0) return []
      log.push(`${argv[0]} ended with ${again.code} the second time: ${again.stderr}`)
    }
    if (attempt === ATTEMPTS) return [`${argv[0]} does not get there:\n${stdout.slice(-1500)}\n${stderr}`]
    mend(stage.running)
    if (attempt >= UNTIL_PEACE) peace()
  }
  return []
}
