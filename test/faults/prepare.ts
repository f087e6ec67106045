import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type LeftStage, leaveStage, openStage, resumeStage, type Stage } from '../life/stage.ts'
import type { Write } from './rules.ts'
import { type Step, type Story, type StoryName, stories } from './stories.ts'

/** A story that any number of histories can be told of. */
export interface Prepared {
  readonly name: StoryName
  readonly story: Story
  readonly beginning: LeftStage
  /** What each step asks of Proxmox when nothing breaks. */
  readonly traffic: readonly Traffic[]
  readonly close: () => void
}

/** How many requests a command makes, and those among them that change something. */
export interface Traffic {
  readonly requests: number
  readonly writes: readonly Write[]
}

/** Brings a story to its beginning, and tells it once without any faults. */
export async function prepare(name: StoryName): Promise<Prepared> {
  const story: Story = stories[name]
  const beginning = story.from === 'up' ? await clusterThatIsUp(story) : await secretsAlone(story)
  const close = () => rmSync(beginning.folder, { recursive: true, force: true })
  const stage = await resumeStage(beginning)
  try {
    const traffic: Traffic[] = []
    for (const step of story.steps) traffic.push(await trafficOf(stage, step))
    return { name, story, beginning, traffic, close }
  } finally {
    stage.close()
  }
}

const opened = ({ example, given }: Story): Promise<Stage> =>
  openStage({ example, ...(given === undefined ? {} : { edit: given }) })

async function clusterThatIsUp(story: Story): Promise<LeftStage> {
  const stage = await opened(story)
  await succeed(stage, 'up')
  return leaveStage(stage)
}

async function secretsAlone(story: Story): Promise<LeftStage> {
  const before = await opened(story)
  const stage = await opened(story)
  try {
    await succeed(before, 'up')
    await succeed(before, 'destroy')
    const home = path.join('.talmox', before.desired.name)
    for (const file of ['secrets.yaml', 'cluster.json']) {
      cpSync(path.join(before.folder, home, file), path.join(stage.folder, home, file))
    }
    return leaveStage(stage)
  } finally {
    before.close()
  }
}

async function succeed(stage: Stage, command: Step['command']): Promise<void> {
  const { code, stderr } = await stage.talmox(command, '--yes')
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr}`)
}

async function trafficOf(stage: Stage, { command, edit }: Step): Promise<Traffic> {
  if (edit !== undefined) stage.edit(edit)
  const writes: Write[] = []
  let requests = 0
  const { interfere } = stage.running.sim.hooks
  const look: (typeof interfere)[number] = ({ verb }) => {
    requests++
    if (verb !== 'GET') writes.push({ method: verb, nth: writes.filter(({ method }) => method === verb).length + 1 })
    return []
  }
  interfere.push(look)
  await succeed(stage, command)
  interfere.splice(interfere.indexOf(look), 1)
  return { requests, writes }
}
