import { PHASES, type Phase, phaseOfId } from '../../plan/phases.ts'
import type { PastRun, PastStep } from '../../run/history.ts'
import { span } from '../span.ts'
import { shortOf } from './step-words.ts'

const LANE = 24
const BAR = 17
const CHART = 960
const TOP = 88
/** Half of the last time on the axis has to fit beside the chart. */
const RIGHT = 44
/** Wide enough for one letter of any font. */
const LETTER = 7
const TICKS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200].map((seconds) => seconds * 1000)

/** Colours that stand out from white and from black alike, and on which white can be read. */
const COLOURS: Readonly<Record<Phase, string>> = {
  Preparation: '#7e5fd0',
  Machines: '#2b76c2',
  Talos: '#bf6605',
  etcd: '#b83a77',
  Kubernetes: '#188556',
  Removal: '#6b7784',
}

/** Steps that share a line: those of one machine, or of one thing. */
interface Lane {
  readonly name: string
  readonly steps: readonly PastStep[]
}

/** Where a moment is in the picture. */
type Scale = (time: number) => number

/** A run as a picture: a line for each machine, a bar for each step, to scale. */
export function svgTimeline(run: PastRun, cluster: string): string {
  const lanes = lanesOf(run.steps, cluster)
  const length = Math.max(1, run.ended - run.began)
  const left = 28 + LETTER * Math.max(8, ...lanes.map(({ name }) => name.length))
  const x: Scale = (time) => left + ((time - run.began) / length) * CHART
  const [width, height] = [left + CHART + RIGHT, TOP + lanes.length * LANE + 20]
  const title = `${cluster}: talmox ${run.command}, ${span(length)}, ${run.outcome}`
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    STYLE,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    `<text class="head" x="12" y="24">${escaped(title)}</text>`,
    `<text class="quiet" x="${width - RIGHT}" y="24" text-anchor="end">began ${escaped(new Date(run.began).toISOString())}</text>`,
    ...legend(run.steps),
    ...axis(length, x, run.began, height),
    ...lanes.flatMap((lane, index) => laneParts(lane, TOP + index * LANE, left, x, run.ended)),
    '</svg>',
  ].join('\n')}\n`
}

const STYLE = `<style>
text{font:12px system-ui,sans-serif;fill:#1f2933}.head{font-weight:600;font-size:15px}.quiet{fill:#616e7c;font-size:11px}
text.in{fill:#fff;font-size:11px}.paper{fill:#fff}.grid{stroke:#d9dee4}.skipped{opacity:.45}
.failed{stroke:#d64545;stroke-width:2.5}.cut-off{stroke:#d64545;stroke-dasharray:3 2}
@media (prefers-color-scheme:dark){text{fill:#e4e7eb}.quiet{fill:#9aa5b1}.paper{fill:#15191e}.grid{stroke:#323f4b}}
</style>`

/** The cluster as a whole first, then in the order in which they begin. */
function lanesOf(steps: readonly PastStep[], cluster: string): readonly Lane[] {
  const lanes = new Map<string, PastStep[]>()
  for (const step of steps) {
    const name = laneName(step)
    const known = lanes.get(name)
    if (known === undefined) lanes.set(name, [step])
    else known.push(step)
  }
  const all = [...lanes].map(([name, own]) => ({ name, steps: own }))
  return [...all.filter(({ name }) => name === cluster), ...all.filter(({ name }) => name !== cluster)]
}

const LONGEST = 32

/** What a step is done to; of a file it is enough to say what it is and where. */
function laneName({ id }: PastStep): string {
  const [, target = id, file] = id.split('/')
  const name = file === undefined ? target : `${shortOf(id)} ${target}`
  return name.length <= LONGEST ? name : `…${name.slice(1 - LONGEST)}`
}

function legend(steps: readonly PastStep[]): readonly string[] {
  const phases = PHASES.filter((phase) => steps.some(({ id }) => phaseOfId(id) === phase)).map((phase) => ({
    text: phase,
    look: `fill="${COLOURS[phase]}"`,
  }))
  const outcomes = OUTCOMES.filter(({ outcome }) => steps.some((step) => step.outcome === outcome)).map(
    ({ outcome, text }) => ({ text, look: `class="key ${outcome}" fill="${COLOURS.Removal}"` }),
  )
  let at = 12
  return [...phases, ...outcomes].map(({ text, look }) => {
    const parts = `<rect x="${at}" y="37" width="11" height="11" rx="2" ${look}/><text class="quiet" x="${at + 16}" y="46">${text}</text>`
    at += 36 + LETTER * text.length
    return parts
  })
}

const OUTCOMES = [
  { outcome: 'skipped', text: 'was done already' },
  { outcome: 'failed', text: 'failed' },
  { outcome: 'cut-off', text: 'cut off' },
] as const

function axis(length: number, x: Scale, began: number, height: number): readonly string[] {
  const step = TICKS.find((one) => length / one <= 10) ?? length
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => {
    const at = round(x(began + index * step))
    const label =
      index === 0
        ? '0'
        : span(index * step).replace(/ (?:min 0 s|h 0 min)$/, (text) => text.slice(0, text.indexOf(' 0')))
    return `<line class="grid" x1="${at}" x2="${at}" y1="${TOP - 8}" y2="${height - 12}"/><text class="quiet" x="${at}" y="${TOP - 14}" text-anchor="middle">${label}</text>`
  })
}

function laneParts({ name, steps }: Lane, y: number, left: number, x: Scale, ended: number): readonly string[] {
  const bars = steps.map((step) => bar(step, y, x, ended))
  return [`<text x="${left - 12}" y="${y + 13}" text-anchor="end">${escaped(name)}</text>`, ...bars]
}

/** A bar says what it is where that fits into it, and all of it where one points at it. */
function bar(step: PastStep, y: number, x: Scale, ended: number): string {
  const end = step.ended ?? ended
  const [from, width] = [round(x(step.began)), round(Math.max(1.5, x(end) - x(step.began)))]
  const title = shortOf(step.id)
  const about = `${title}: ${span(end - step.began)}, ${step.outcome}${step.error === undefined ? '' : `: ${step.error}`}`
  const fits = LETTER * title.length + 8 <= width
  const text = fits
    ? `<text class="in" x="${round(from + width / 2)}" y="${y + 12.5}" text-anchor="middle">${escaped(title)}</text>`
    : ''
  return `<g><title>${escaped(about)}</title><rect class="${step.outcome}" x="${from}" y="${y}" width="${width}" height="${BAR}" rx="2" fill="${COLOURS[phaseOfId(step.id)]}"/>${text}</g>`
}

const round = (value: number): number => Math.round(value * 10) / 10

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
