import type { KillPoint } from './cli-process.ts'
import { clusterThatIsUp, crash, type Rehearsed, rehearse, type Verdict } from './crash.ts'
import type { Field, Left, OpenField } from './field.ts'
import type { Ledger } from './ledger.ts'
import { writePoint } from './points.ts'
import { type Scene, scenes } from './scenes.ts'

/** What is swept, and how. */
export interface SweepOptions {
  /** Where it is played: with processes that are really killed, or all in this one. */
  readonly open: OpenField
  /** Only the scenes of these names. */
  readonly only?: readonly string[] | undefined
  readonly choose: (events: readonly string[]) => readonly KillPoint[]
  /** How many runs at once. */
  readonly parallel: number
  /** Where verdicts are noted; what has converged is not tried again. */
  readonly ledger?: Ledger
  /** Told how it goes, line by line. */
  readonly tell: (line: string) => void
}

/** How a sweep went. */
export interface Swept {
  readonly points: number
  /** What to read about each point that did not converge, and how to see it again. */
  readonly complaints: readonly string[]
}

/** Kills what is done to an example at the chosen points of its journal, scene after scene. */
export async function sweepExample(example: string, options: SweepOptions): Promise<Swept> {
  const wanted = (scenes[example] ?? []).filter(({ name }) => options.only?.includes(name) ?? true)
  if (wanted.length === 0) throw new Error(`${example} has no scene ${options.only?.join(' or ') ?? 'at all'}`)
  const left = new Map<Scene['given'], Left>()
  try {
    const swept: Swept[] = []
    for (const scene of wanted) {
      const rehearsed = await rehearse(scene, await opener(example, scene, options.open, left))
      swept.push(await sweepScene(example, rehearsed, options))
      rehearsed.discard()
    }
    return {
      points: swept.reduce((sum, { points }) => sum + points, 0),
      complaints: swept.flatMap(({ complaints }) => complaints),
    }
  } finally {
    for (const each of left.values()) each.discard()
  }
}

/** How the field of a scene is opened; a cluster that several scenes begin with comes up once. */
async function opener(
  example: string,
  { from, given, edit }: Scene,
  open: OpenField,
  left: Map<Scene['given'], Left>,
): Promise<() => Promise<Field>> {
  if (from === 'nothing') return () => open(example, { given })
  const { copy, discard } = left.get(given) ?? (await clusterThatIsUp(open, example, given))
  left.set(given, { copy, discard })
  return async () => {
    const field = await copy()
    if (edit !== undefined) field.edit(edit)
    return field
  }
}

async function sweepScene(example: string, rehearsed: Rehearsed, options: SweepOptions): Promise<Swept> {
  const { choose, parallel, tell, ledger } = options
  const scene = rehearsed.scene.name
  const title = `${example} ${scene}`
  const started = performance.now()
  const points = choose(rehearsed.events).filter((point) => !ledger?.has(example, scene, point))
  const total = points.length
  const complaints: string[] = []
  const worker = async () => {
    for (let point = points.shift(); point !== undefined; point = points.shift()) {
      const verdict = await crash(rehearsed, point)
      ledger?.note({ example, scene, point: writePoint(point), wrongs: verdict.wrongs })
      if (verdict.wrongs.length > 0) complaints.push(complaint(example, rehearsed.scene, verdict))
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  const end = complaints.length === 0 ? 'all converged' : `${complaints.length} did not converge`
  const seconds = Math.round((performance.now() - started) / 1000)
  tell(
    [`${title}: ${total} points of ${rehearsed.events.length} events tried, ${end}, ${seconds} s`, ...complaints].join(
      '\n',
    ),
  )
  return { points: total, complaints }
}

const complaint = (example: string, { name }: Scene, { point, wrongs }: Verdict): string =>
  [
    `${example} ${name}: killed ${point.when} event ${point.nth} of \`${point.event}\`, and then:`,
    ...wrongs,
    `again: npm run crash-sweep -- --examples ${example} --scene ${name} --point '${writePoint(point)}'`,
  ].join('\n  ')
