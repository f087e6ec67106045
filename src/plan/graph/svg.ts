import { countsOf } from '../counts.ts'
import type { Plan } from '../plan-type.ts'
import { titleOf } from '../titles.ts'
import { COLOURS } from './colours.ts'
import { essentialEdges } from './essential.ts'
import { type Band, type Cell, type Layout, layoutOf } from './layout.ts'
import { shortTitle } from './short-titles.ts'

const BOX = { width: 108, height: 24 }
const STEP = { x: 140, y: 34 }
const HEAD = 56

/** A plan as a picture: a lane for each machine, time from left to right, colours by what is done. */
export function svgOf(plan: Plan): string {
  const layout = layoutOf(plan)
  const left = 24 + 7 * Math.max(8, ...layout.bands.map(({ name }) => name.length))
  const width = left + layout.columns * STEP.x + 8
  const height = HEAD + layout.rows * STEP.y + 16
  const at = placesOf(layout, left)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="12">`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 6 3 0 6z" class="tip"/></marker></defs>',
    `<rect width="${width}" height="${height}" class="ground"/>`,
    `<text x="12" y="22" class="ink title">${escaped(countsOf(plan))}</text>`,
    ...legend(),
    ...layout.bands.map((band, index) => lane(band, index, width)),
    ...arrows(plan, layout, at),
    ...layout.cells.map((cell) => box(cell, at.get(cell.action.id))),
    '</svg>',
    '',
  ].join('\n')
}

const STYLE = [
  '.ground{fill:#ffffff}.ink{fill:#1c2128}.title{font-size:14px;font-weight:600}.band{fill:#f3f5f8}.odd{fill:#ffffff}',
  '.edge{fill:none;stroke:#9aa2ad;stroke-width:1}.tip{fill:#9aa2ad}.label{fill:#ffffff}',
  '@media (prefers-color-scheme:dark){.ground,.odd{fill:#14181d}.ink{fill:#e6e9ee}.band{fill:#1c222a}.edge{stroke:#5d6672}.tip{fill:#5d6672}}',
].join('')

interface Place {
  readonly x: number
  readonly y: number
}

/** The upper left corner of each box. */
function placesOf({ cells }: Layout, left: number): ReadonlyMap<string, Place> {
  return new Map(
    cells.map(({ action, column, row }) => [
      action.id,
      { x: left + column * STEP.x, y: HEAD + row * STEP.y + (STEP.y - BOX.height) / 2 },
    ]),
  )
}

function lane({ name, row, rows }: Band, index: number, width: number): string {
  const y = HEAD + row * STEP.y
  return [
    `<rect y="${y}" width="${width}" height="${rows * STEP.y}" class="${index % 2 === 0 ? 'band' : 'odd'}"/>`,
    `<text x="12" y="${y + STEP.y / 2 + 4}" class="ink">${escaped(name)}</text>`,
  ].join('')
}

function box({ action }: Cell, place: Place | undefined): string {
  if (place === undefined) return ''
  const { x, y } = place
  const [middle, base] = [x + BOX.width / 2, y + BOX.height / 2 + 4]
  return [
    `<g><title>${escaped(`${titleOf(action)} (${action.reason})`)}</title>`,
    `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="5" fill="${COLOURS[action.effect]}"/>`,
    `<text x="${middle}" y="${base}" text-anchor="middle" class="label">${escaped(shortTitle(action))}</text></g>`,
  ].join('')
}

/** Each once, however many machines it stands for. */
function arrows({ actions }: Plan, { standIns }: Layout, at: ReadonlyMap<string, Place>): readonly string[] {
  const place = (id: string) => at.get(standIns.get(id) ?? id)
  return [...new Set(essentialEdges(actions).map(({ from, to }) => arrow(place(from), place(to))))]
}

/** Bends in the gap to the left of its end, where no box is. */
function arrow(from: Place | undefined, to: Place | undefined): string {
  if (from === undefined || to === undefined) return ''
  const [x1, y1] = [from.x + BOX.width, from.y + BOX.height / 2]
  const [x2, y2] = [to.x, to.y + BOX.height / 2]
  if (y1 === y2 && x2 - x1 < STEP.x) return `<path d="M${x1} ${y1}H${x2}" class="edge" marker-end="url(#tip)"/>`
  const gutter = y1 < y2 ? y1 + STEP.y / 2 : y1 - STEP.y / 2
  const path =
    x2 - x1 < STEP.x ? `M${x1} ${y1}H${x1 + 12}V${y2}H${x2}` : `M${x1} ${y1}H${x1 + 8}V${gutter}H${x2 - 14}V${y2}H${x2}`
  return `<path d="${path}" class="edge" marker-end="url(#tip)"/>`
}

function legend(): readonly string[] {
  return Object.entries(COLOURS).map(([effect, colour], index) => {
    const x = 12 + index * 90
    return `<rect x="${x}" y="34" width="12" height="12" rx="3" fill="${colour}"/><text x="${x + 18}" y="44" class="ink">${effect}</text>`
  })
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter)
