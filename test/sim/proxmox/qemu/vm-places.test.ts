import { expect, test } from 'vitest'
import { createVmPlaces } from '../../../../sim/proxmox/api/qemu/config/vm-places.ts'
import type { Vm } from '../../../../sim/world/vm.ts'

const machine = (vmid: number, node = 'pve1', kind: Vm['kind'] = 'qemu'): Vm => ({
  vmid,
  kind,
  node,
  config: {},
  pending: {},
  pendingDelete: {},
  snapshots: [],
})

test('finds machines wherever they have moved in the list, and none that is gone or elsewhere', () => {
  const find = createVmPlaces()
  const [a, b, container] = [machine(100), machine(101), machine(102, 'pve1', 'lxc')]
  expect(find([a, b, container], 'pve1', 101)).toBe(b)
  expect(find([b, a], 'pve1', 101)).toBe(b)
  expect(find([a], 'pve1', 101)).toBeUndefined()
  expect(find([a, b], 'pve1', 101)).toBe(b)
  expect(find([a, b], 'pve2', 101)).toBeUndefined()
  expect(find([a, b, container], 'pve1', 102)).toBeUndefined()
  b.node = 'pve2'
  expect(find([a, b], 'pve1', 101)).toBeUndefined()
  expect(find([a, b], 'pve2', 101)).toBe(b)
  const another = machine(101)
  expect(find([a, another], 'pve1', 101)).toBe(another)
})
