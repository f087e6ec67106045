import { clusterFile } from '../cluster-file.ts'
import type { Calls } from '../count-calls.ts'
import { idealRun } from '../ideal/ideal-run.ts'
import { type ServedCluster, type Size, serveCluster } from '../served-cluster.ts'
import type { Row } from '../table.ts'
import type { Timed } from '../timed-program.ts'
import { type Contender, openTofu, peerPrograms, talmox } from './contenders.ts'
import { SETTINGS, type Setting } from './settings.ts'

/** What is compared. */
export interface PeerChoice {
  /** All machines, of which three are control planes. */
  readonly nodes: readonly number[]
  /** Names of settings. */
  readonly settings: readonly string[]
  /** How many things OpenTofu works on at once; as many as by default unless told. */
  readonly parallelism?: number | undefined
}

const CONTROL_PLANES = 3

/** Compares talmox with OpenTofu, bpg's provider and talosctl, each on a simulated world of the same latencies. */
export async function peer(
  print: (line: string) => void,
  { nodes, settings, parallelism }: PeerChoice,
): Promise<readonly Row[]> {
  const chosen = SETTINGS.filter(({ name }) => settings.includes(name))
  if (chosen.length === 0) throw new Error(`settings are ${SETTINGS.map(({ name }) => name).join(', ')}`)
  print('looks for OpenTofu, bpg/proxmox and talosctl, and builds what is missing, which takes many minutes once')
  const programs = peerPrograms()
  const rows: Row[] = []
  const setUp = parallelism === undefined ? 'set up as by default' : `working on ${parallelism} things at once`
  print(`OpenTofu with bpg/proxmox and talosctl, ${setUp}, against talmox up and talmox destroy`)
  for (const setting of chosen) {
    print(`${setting.name}: ${setting.about}`)
    for (const machines of nodes) {
      const size = { controlPlanes: CONTROL_PLANES, workers: machines - CONTROL_PLANES }
      const bound = (await idealRun(clusterFile(size), setting.latencies)).milliseconds
      const ours = await live(size, setting, talmox)
      const theirs = await live(size, setting, openTofu(programs, parallelism))
      for (const line of table(size, bound, ours, theirs)) print(line)
      rows.push(...published(`\`peer\`, ${setting.name}, ${named(size)}`, bound, ours, theirs))
    }
  }
  return rows
}

/** One step of a cluster's life, and what it took. */
interface Step extends Timed {
  readonly title: string
  readonly machines: number
  readonly calls: Calls
}

/** Lets somebody make a cluster, change nothing, add a worker, and destroy it. */
async function live(
  size: Size,
  { latencies }: Setting,
  open: (cluster: ServedCluster) => Promise<Contender>,
): Promise<readonly Step[]> {
  const cluster = await serveCluster(size, latencies)
  try {
    const { bring, destroy } = await open(cluster)
    const larger = { ...size, workers: size.workers + 1 }
    const steps: readonly (readonly [string, () => Promise<Timed>])[] = [
      ['create', () => bring(size)],
      ['no change', () => bring(size)],
      ['one worker more', () => bring(larger)],
      ['destroy', destroy],
    ]
    const taken: Step[] = []
    for (const [title, step] of steps) {
      cluster.calls()
      taken.push({ title, machines: size.controlPlanes + size.workers, ...(await step()), calls: cluster.calls() })
    }
    return taken
  } finally {
    cluster.close()
  }
}

function table(size: Size, bound: number, ours: readonly Step[], theirs: readonly Step[]): readonly string[] {
  const head = `${named(size)}   seconds: talmox    peer  ratio   calls: talmox    peer  ratio   CPU s: talmox    peer`
  const rows = ours.flatMap((step, at) => {
    const other = theirs[at]
    if (other === undefined) return []
    return [
      [
        step.title.padEnd(head.indexOf('seconds')),
        cell(step.wallMs / 1000, 15),
        cell(other.wallMs / 1000, 8),
        cell(other.wallMs / step.wallMs, 7),
        cell(callsOf(step), 16, 0),
        cell(callsOf(other), 8, 0),
        cell(callsOf(other) / callsOf(step), 7),
        cell(step.cpuMs / 1000, 16),
        cell(other.cpuMs / 1000, 8),
      ].join(''),
    ]
  })
  const [made] = ours
  const [madeByOthers] = theirs
  const over = (step: Step | undefined) => ((step?.wallMs ?? Number.NaN) - bound) / 1000
  const ratio = (step: Step | undefined) => ((step?.wallMs ?? Number.NaN) / bound).toFixed(3)
  return [
    head,
    ...rows,
    `create takes the world at least ${(bound / 1000).toFixed(1)} s: talmox ${ratio(made)} of that (${over(made).toFixed(1)} s more), peer ${ratio(madeByOthers)} (${over(madeByOthers).toFixed(1)} s more)`,
  ]
}

const named = ({ controlPlanes, workers }: Size): string => `${controlPlanes}+${workers} machines`

const callsOf = ({ calls }: Step): number => calls.proxmox + calls.talos

/** How much quicker each step should be than by the others, where something was promised. */
const aimOf = (title: string, machines: number): string | undefined => {
  if (title === 'create') return machines < 100 ? 'overhead ≤ 1/10' : 'overhead ≤ 1/10; ≥ 3 times faster'
  return title === 'no change' ? `≥ ${machines < 100 ? 4 : 10} times faster` : undefined
}

function published(what: string, bound: number, ours: readonly Step[], theirs: readonly Step[]): readonly Row[] {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  return ours.flatMap((step, at) => {
    const other = theirs[at]
    if (other === undefined) return []
    const over = `; over the bound ${seconds(step.wallMs - bound)} against ${seconds(other.wallMs - bound)}`
    const aim = aimOf(step.title, ours[0]?.machines ?? 0)
    return [
      {
        what: `${what}, ${step.title}`,
        measured: `${seconds(step.wallMs)} against ${seconds(other.wallMs)}: ${(other.wallMs / step.wallMs).toFixed(1)} times faster${at === 0 ? over : ''}; calls ${callsOf(step)} against ${callsOf(other)}; CPU ${seconds(step.cpuMs)} against ${seconds(other.cpuMs)}`,
        ...(aim === undefined ? {} : { target: aim }),
      },
    ]
  })
}

const cell = (value: number, width: number, digits = 1): string => value.toFixed(digits).padStart(width)
