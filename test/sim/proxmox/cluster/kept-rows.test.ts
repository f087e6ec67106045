import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Kind,
  listOfRows,
  newRow,
  noRows,
  type Plain,
  type Row,
  rowsOf,
  type Shelf,
} from '../../../../sim/proxmox/api/cluster/kept-rows.ts'

const settings = fc.dictionary(fc.constantFrom('name', 'memory', 'tags', 'scsi0'), fc.string(), { maxKeys: 4 })
const guest = fc.record({
  visible: fc.boolean(),
  config: settings,
  node: fc.constantFrom('pve1', 'pve2'),
  cpus: fc.option(fc.nat(3), { nil: undefined }),
  uptime: fc.option(fc.nat(), { nil: undefined }),
})

test('whatever changes in their sources, the bytes of rows are those of their JSON', () => {
  const row = ([node, cpus]: readonly Plain[], config: Row, uptime: Plain): Row => ({ ...config, node, uptime, cpus })
  fc.assert(
    fc.property(fc.array(fc.array(guest, { maxLength: 4 }), { minLength: 1, maxLength: 8 }), (moments) => {
      const shelf: Shelf = []
      for (const guests of moments) {
        const bytes = rowsOf(shelf, guests, {
          facts: ({ visible, node, cpus }) => (visible ? [node, cpus] : undefined),
          settings: ({ config }) => config,
          uptime: ({ uptime }) => uptime,
          row: (facts, config) => row(facts, config, undefined),
        })
        const shown = guests.filter(({ visible }) => visible)
        expect(bytes.map((each) => JSON.parse(each.toString().slice(1)))).toEqual(
          shown.map(({ node, cpus, config, uptime }) => JSON.parse(JSON.stringify(row([node, cpus], config, uptime)))),
        )
        expect(shelf.length).toBeLessThanOrEqual(guests.length)
      }
    }),
  )
})

test('a row whose sources are as they were is not written again, but for the time', () => {
  let [made, now] = [0, 0]
  const shelf: Shelf = []
  const config: Record<string, string> = { tags: 'a' }
  const kind: Kind<typeof config, readonly [string]> = {
    facts: () => ['pve1'],
    settings: (item) => item,
    uptime: () => now,
    row: ([node], { tags }) => {
      made += 1
      return { node, uptime: 0, tags }
    },
  }
  const at = (uptime: number) => {
    now = uptime
    return Buffer.concat(rowsOf(shelf, [config], kind)).toString()
  }
  expect(at(1)).toBe(',{"node":"pve1","uptime":1,"tags":"a"}')
  expect(at(2)).toBe(',{"node":"pve1","uptime":2,"tags":"a"}')
  expect(at(22)).toBe(',{"node":"pve1","uptime":22,"tags":"a"}')
  expect(at(3)).toBe(',{"node":"pve1","uptime":3,"tags":"a"}')
  expect(made).toBe(1)
  // The world is changed in place.
  config.tags = 'b'
  expect(at(3)).toBe(',{"node":"pve1","uptime":3,"tags":"b"}')
  expect(made).toBe(2)
})

test('a list of rows is the JSON of their array', () => {
  fc.assert(
    fc.property(fc.array(fc.array(settings)), (kinds) => {
      const list = listOfRows(
        noRows(),
        '',
        kinds.map((rows) => rows.map(newRow)),
      ).between('', '')
      expect(list.toString()).toBe(JSON.stringify(kinds.flat()))
    }),
  )
})

test('a list is put together once for as long as none of its rows changes', () => {
  const kept = noRows()
  let uptime = 1
  const kind: Kind<string, readonly [string]> = {
    facts: (node) => [node],
    uptime: () => uptime,
    row: ([node]) => ({ node, uptime: 0 }),
  }
  const list = (nodes: readonly string[]) => listOfRows(kept, 'node', [rowsOf(kept.hosts, nodes, kind)])
  const first = list(['pve1', 'pve2'])
  expect(list(['pve1', 'pve2'])).toBe(first)
  uptime = 2
  expect(list(['pve1', 'pve2']).between('', '').toString()).toBe(
    '[{"node":"pve1","uptime":2},{"node":"pve2","uptime":2}]',
  )
  expect(list(['pve1']).between('<', '>').toString()).toBe('<[{"node":"pve1","uptime":2}]>')
})
