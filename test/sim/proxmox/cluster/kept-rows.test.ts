import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyShelf,
  listOfRows,
  newRow,
  type Row,
  rowBytes,
  type Shelf,
} from '../../../../sim/proxmox/api/cluster/kept-rows.ts'

const settings = fc.dictionary(fc.constantFrom('name', 'memory', 'tags', 'scsi0'), fc.string(), { maxKeys: 4 })
const moment = fc.record({
  settings,
  about: fc.tuple(fc.constantFrom('pve1', 'pve2'), fc.boolean(), fc.option(fc.nat(3), { nil: undefined })),
  uptime: fc.option(fc.nat(), { nil: undefined }),
})

test('whatever changes in its sources, the bytes of a row are those of its JSON', () => {
  fc.assert(
    fc.property(fc.array(moment, { minLength: 1, maxLength: 8 }), (moments) => {
      const guest: { readonly config: Record<string, string> } = { config: {} }
      const shelf: Shelf<typeof guest> = { ...emptyShelf(), settingsOf: ({ config }) => config }
      for (const { settings: now, about, uptime } of moments) {
        // The world is changed in place.
        for (const key of Object.keys(guest.config)) delete guest.config[key]
        Object.assign(guest.config, now)
        const [node, running, cpus] = about
        const row: Row = { ...guest.config, node, running, uptime, cpus }
        const bytes = rowBytes(shelf, guest, about, uptime, () => row)
        expect(bytes.toString()).toBe(`,${JSON.stringify(row)}`)
      }
    }),
  )
})

test('a row whose sources are as they were is not written again, but for the time', () => {
  const shelf = emptyShelf<object>()
  const guest = {}
  let made = 0
  const row = (): Row => {
    made += 1
    return { id: 'qemu/1', uptime: 0, tags: 'a' }
  }
  const at = (uptime: number) => rowBytes(shelf, guest, ['pve1'], uptime, row).toString()
  expect(at(1)).toBe(',{"id":"qemu/1","uptime":1,"tags":"a"}')
  expect(at(2)).toBe(',{"id":"qemu/1","uptime":2,"tags":"a"}')
  expect(at(22)).toBe(',{"id":"qemu/1","uptime":22,"tags":"a"}')
  expect(at(3)).toBe(',{"id":"qemu/1","uptime":3,"tags":"a"}')
  expect(made).toBe(1)
})

test('a list of rows is the JSON of their array', () => {
  fc.assert(
    fc.property(fc.array(fc.array(settings)), (kinds) => {
      const list = Buffer.concat(listOfRows(kinds.map((rows) => rows.map(newRow))))
      expect(list.toString()).toBe(JSON.stringify(kinds.flat()))
    }),
  )
})
