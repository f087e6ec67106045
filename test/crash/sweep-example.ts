import { rmSync } from 'node:fs'
import type { KillPoint } from './cli-process.ts'
import { clusterThatIsUp, crash, type Rehearsed, rehearse, type Verdict } from './crash.ts'
import { copyField, type Field, openField } from './field.ts'
import { writePoint } from './points.ts'
import { type Scene, scenes } from './scenes.ts'

/** What is swept, and how. */
export interface SweepOptions {
  /** Only the scene of this name. */
  readonly only?: string | undefined
  readonly choose: (events: readonly string[]) => readonly KillPoint[]
  /** How many runs at once. */
  readonly parallel: number
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
  const wanted = (scenes[example] ?? []).filter(({ name }) => options.only === undefined || name === options.only)
  if (wanted.length === 0) throw new Error(`${example} has no scene ${options.only ?? 'at all'}`)
  const left = new Map<Scene['given'], string>()
  try {
    const swept: Swept[] = []
    for (const scene of wanted) {
      const rehearsed = await rehearse(scene, await opener(example, scene, left))
      swept.push(await sweepScene(example, rehearsed, options))
    }
    return {
      points: swept.reduce((sum, { points }) => sum + points, 0),
      complaints: swept.flatMap(({ complaints }) => complaints),
    }
  } finally {
    for (const folder of left.values()) rmSync(folder, { recursive: true, force: true })
  }
}

/** How the field of a scene is opened; a cluster that several scenes begin with comes up once. */
async function opener(
  example: string,
  { from, given, edit }: Scene,
  left: Map<Scene['given'], string>,
): Promise<() => Promise<Field>> {
  if (from === 'nothing') return () => openField(example, { given })
  const folder = left.get(given) ?? (await clusterThatIsUp(example, given))
  left.set(given, folder)
  return async () => {
    const field = await copyField(folder)
    if (edit !== undefined) field.edit(edit)
    return field
  }
}

async function sweepScene(example: string, rehearsed: Rehearsed, options: SweepOptions): Promise<Swept> {
  const { choose, parallel, tell } = options
  const title = `${example} ${rehearsed.scene.name}`
  const started = performance.now()
  const points = [...choose(rehearsed.events)]
  const total = points.length
  const complaints: string[] = []
  const worker = async () => {
    for (let point = points.shift(); point !== undefined; point = points.shift()) {
      const verdict = await crash(rehearsed, point)
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
