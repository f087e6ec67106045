import { PHASES, type Phase, phaseOfId } from '../../plan/phases.ts'
import type { PastRun, PastStep } from '../../run/history.ts'
import { span } from '../span.ts'

const LANE = 22
const BAR = 14
const LEFT = 230
const CHART = 900
const TOP = 76
const RIGHT = 24
const TICKS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200].map((seconds) => seconds * 1000)

/** Colours that stand out from white and from black alike. */
const COLOURS: Readonly<Record<Phase, string>> = {
  Preparation: '#8b6fd6',
  Machines: '#2f80d0',
  Talos: '#d97706',
  etcd: '#c2407f',
  Kubernetes: '#1f9d68',
  Removal: '#7b8794',
}

/** Steps that share a line: those of one machine, or of one thing. */
interface Lane {
  readonly name: string
  readonly steps: readonly PastStep[]
}

/** A run as a picture: a line for each machine, a bar for each step, to scale. */
export function svgTimeline(run: PastRun, cluster: string): string {
  const lanes = lanesOf(run.steps)
  const length = Math.max(1, run.ended - run.began)
  const x = (time: number) => LEFT + ((time - run.began) / length) * CHART
  const [width, height] = [LEFT + CHART + RIGHT, TOP + lanes.length * LANE + 20]
  const title = `${cluster}: talmox ${run.command}, ${span(length)}, ${run.outcome}`
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    STYLE,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    `<text class="head" x="12" y="24">${escaped(title)}</text>`,
    `<text class="quiet" x="12" y="42">${escaped(new Date(run.began).toISOString())}</text>`,
    ...legend(run.steps),
    ...axis(length, x, run.began, height),
    ...lanes.flatMap((lane, index) => laneParts(lane, TOP + index * LANE, x, run.ended)),
    '</svg>',
  ].join('\n')}\n`
}

const STYLE = `<style>
text{font:12px system-ui,sans-serif;fill:#1f2933}.head{font-weight:600;font-size:15px}.quiet{fill:#616e7c;font-size:11px}
.paper{fill:#fff}.grid{stroke:#d9dee4}.skipped{opacity:.45}.failed{stroke:#d64545;stroke-width:2.5}.cut-off{stroke:#d64545;stroke-dasharray:3 2}
@media (prefers-color-scheme:dark){text{fill:#e4e7eb}.quiet{fill:#9aa5b1}.paper{fill:#15191e}.grid{stroke:#323f4b}}
</style>`

/** In the order in which they begin; what an action is done to is what stands behind its kind. */
function lanesOf(steps: readonly PastStep[]): readonly Lane[] {
  const lanes = new Map<string, PastStep[]>()
  for (const step of steps) {
    const name = step.id.slice(step.id.indexOf('/') + 1)
    const known = lanes.get(name)
    if (known === undefined) lanes.set(name, [step])
    else known.push(step)
  }
  return [...lanes].map(([name, own]) => ({ name, steps: own }))
}

function legend(steps: readonly PastStep[]): readonly string[] {
  const used = PHASES.filter((phase) => steps.some(({ id }) => phaseOfId(id) === phase))
  return used.flatMap((phase, index) => {
    const at = LEFT + index * 120
    return [
      `<rect x="${at}" y="33" width="11" height="11" rx="2" fill="${COLOURS[phase]}"/>`,
      `<text class="quiet" x="${at + 16}" y="42">${phase}</text>`,
    ]
  })
}

function axis(length: number, x: (time: number) => number, began: number, height: number): readonly string[] {
  const step = TICKS.find((one) => length / one <= 10) ?? length
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => {
    const at = round(x(began + index * step))
    const label =
      index === 0
        ? '0'
        : span(index * step).replace(/ (?:min 0 s|h 0 min)$/, (text) => text.slice(0, text.indexOf(' 0')))
    return `<line class="grid" x1="${at}" x2="${at}" y1="${TOP - 8}" y2="${height - 12}"/><text class="quiet" x="${at}" y="${TOP - 12}" text-anchor="middle">${label}</text>`
  })
}

function laneParts({ name, steps }: Lane, y: number, x: (time: number) => number, ended: number): readonly string[] {
  const bars = steps.map((step) => {
    const end = step.ended ?? ended
    const [from, width] = [round(x(step.began)), round(Math.max(1.5, x(end) - x(step.began)))]
    const kind = step.id.slice(0, Math.max(0, step.id.indexOf('/')))
    const about = `${kind}: ${span(end - step.began)}, ${step.outcome}${step.error === undefined ? '' : `: ${step.error}`}`
    return `<rect class="${step.outcome}" x="${from}" y="${y}" width="${width}" height="${BAR}" rx="2" fill="${COLOURS[phaseOfId(step.id)]}"><title>${escaped(about)}</title></rect>`
  })
  return [`<text x="${LEFT - 10}" y="${y + 11}" text-anchor="end">${escaped(shortened(name))}</text>`, ...bars]
}

const LONGEST = 32

/** The end of a long name tells more than its beginning: images differ by their storage. */
const shortened = (name: string): string => (name.length <= LONGEST ? name : `…${name.slice(1 - LONGEST)}`)

const round = (value: number): number => Math.round(value * 10) / 10

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
