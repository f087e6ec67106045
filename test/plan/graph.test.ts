import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { COLOURS } from '../../src/plan/graph/colours.ts'
import { essentialEdges } from '../../src/plan/graph/essential.ts'
import { graphs } from '../../src/plan/graph/graphs.ts'
import { layoutOf } from '../../src/plan/graph/layout.ts'
import { makeAction } from '../../src/plan/make-action.ts'
import { plan } from '../../src/plan/plan.ts'
import type { Plan } from '../../src/plan/plan-type.ts'
import { root } from '../shared-data.ts'
import { clusterOf } from './situations.ts'
import { nothingThere } from './world.ts'

let homelab: Plan
beforeAll(async () => {
  const desired = await clusterOf({})
  homelab = plan(desired, nothingThere(desired))
})

test('no two actions are in one place, and each is to the right of what it needs', () => {
  const { cells } = layoutOf(homelab)
  expect(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size).toBe(homelab.actions.length)
  const columns = new Map(cells.map(({ action, column }) => [action.id, column]))
  for (const { action, column } of cells) {
    for (const need of action.needs) expect(columns.get(need)).toBeLessThan(column)
  }
})

test('the rows of a machine are its own', () => {
  const { bands, rows } = layoutOf(homelab)
  const taken = bands.flatMap((band) => Array.from({ length: band.rows }, (_, index) => band.row + index))
  expect(taken).toEqual(Array.from({ length: rows }, (_, index) => index))
})

test('an arrow that others imply is left out, and no order is lost', () => {
  const edges = essentialEdges(homelab.actions)
  const before = new Map<string, Set<string>>()
  for (const { id } of homelab.actions) {
    const direct = edges.filter(({ to }) => to === id).map(({ from }) => from)
    before.set(id, new Set(direct.flatMap((from) => [from, ...(before.get(from) ?? [])])))
  }
  for (const { id, needs } of homelab.actions) expect(needs.filter((need) => !before.get(id)?.has(need))).toEqual([])
  expect(edges.length).toBeLessThan(homelab.actions.flatMap(({ needs }) => needs).length)
})

test('boxes of a picture do not overlap, and all of them are inside', () => {
  const svg = graphs.svg(homelab)
  const number = (name: string, tag: string) => Number(new RegExp(`\\b${name}="([\\d.]+)"`).exec(tag)?.[1])
  const boxes = [...svg.matchAll(/<rect x="[^>]* rx="5"[^>]*>/g)].map(([tag]) => ({
    x: number('x', tag),
    y: number('y', tag),
    width: number('width', tag),
    height: number('height', tag),
  }))
  expect(boxes).toHaveLength(homelab.actions.length)
  const overlap = boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height),
  )
  expect(overlap).toEqual([])
  const [frame = ''] = svg.split('\n')
  for (const { x, width, y, height } of boxes) {
    expect(x + width).toBeLessThan(number('width', frame))
    expect(y + height).toBeLessThan(number('height', frame))
  }
})

test('machines to which the same is done are drawn once, where there are too many to look at', async () => {
  const desired = await clusterOf({
    workers: { general: { count: 97, addresses: '+100' } },
  })
  const many = plan(desired, nothingThere(desired))
  const { bands, cells } = layoutOf(many)
  expect(bands.map(({ name }) => name)).toEqual([
    'homelab',
    'homelab-cp-1',
    'homelab-cp-2 and 1 like it',
    'homelab-general-1 and 96 like it',
  ])
  const svg = graphs.svg(many)
  expect(svg.match(/rx="5"/g)).toHaveLength(cells.length)
  expect(svg.match(/class="edge"/g)?.length).toBeLessThan(cells.length * 3)
})

describe('a plan is drawn as', () => {
  test.each(['svg', 'mermaid', 'dot'] as const)('%s', async (form) => {
    await expect(graphs[form](homelab)).toMatchFileSnapshot(
      path.join(root, 'test/golden/plan/graph', `homelab.${form}`),
    )
  })

  test('nothing, when there is nothing to do', () => {
    const empty = { ...homelab, actions: [] }
    for (const draw of Object.values(graphs)) expect(draw(empty)).toContain(empty.cluster === '' ? '' : '\n')
  })
})

test('white can be read on every colour', () => {
  const light = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  for (const colour of Object.values(COLOURS)) expect(1.05 / (light(colour) + 0.05), colour).toBeGreaterThan(4.5)
})

test('no name, however odd, breaks out of its quotes in Mermaid', () => {
  const machine = 'a"b#quot;<i>\n end'
  const actions = [makeAction('vm.create', machine, { machine }, { effect: 'create', reason: 'new' })]
  const text = graphs.mermaid({ cluster: 'lab', actions, findings: [], later: [] })
  expect(text).toContain('subgraph s0["a#quot;b#35;quot;#lt;i#gt;')
  expect(text.split('\n').filter((line) => line.trim() === 'end')).toHaveLength(1)
})
