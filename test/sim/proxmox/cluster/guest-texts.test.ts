import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGuestTexts, type GuestRow } from '../../../../sim/proxmox/api/cluster/guest-texts.ts'
import type { Vm } from '../../../../sim/world/vm.ts'

const config = fc.dictionary(fc.constantFrom('name', 'memory', 'tags', 'scsi0'), fc.string(), { maxKeys: 4 })
const moment = fc.record({
  config,
  node: fc.constantFrom('pve1', 'pve2'),
  running: fc.boolean(),
  about: fc.record(
    { pool: fc.constantFrom('a', 'b'), hastate: fc.constantFrom('started'), cpus: fc.nat(3) },
    { requiredKeys: [] },
  ),
  uptime: fc.nat(),
})

test('whatever changes in a guest, its text is that of its row', () => {
  fc.assert(
    fc.property(fc.array(moment, { minLength: 1, maxLength: 8 }), (moments) => {
      const { write } = createGuestTexts()
      const vm: Vm = {
        vmid: 100,
        kind: 'qemu',
        node: 'pve1',
        config: {},
        pending: {},
        pendingDelete: {},
        snapshots: [],
      }
      for (const { config: now, node, running, about, uptime } of moments) {
        // The world is changed in place.
        for (const key of Object.keys(vm.config)) delete vm.config[key]
        Object.assign(vm, { node, run: running ? { pid: 1, since: 0, status: 'running', config: {} } : undefined })
        Object.assign(vm.config, now)
        const row: GuestRow = { ...vm.config, node, status: running ? 'up' : 'off', uptime, ...about }
        expect(write(vm, about, uptime, () => row)).toBe(JSON.stringify(row))
      }
    }),
  )
})

test('a guest that is as it was is not written again, but for the time', () => {
  const { write } = createGuestTexts()
  const vm: Vm = { vmid: 1, kind: 'qemu', node: 'a', config: {}, pending: {}, pendingDelete: {}, snapshots: [] }
  let made = 0
  const row = (): GuestRow => {
    made += 1
    return { id: 'qemu/1', uptime: 0 }
  }
  expect(write(vm, {}, 1, row)).toBe('{"id":"qemu/1","uptime":1}')
  expect(write(vm, {}, 22, row)).toBe('{"id":"qemu/1","uptime":22}')
  expect(made).toBe(1)
})
