import { describe, expect, test } from 'vitest'
import { configText, type KeptConfigs } from '../../../../sim/proxmox/api/qemu/config/kept-config.ts'
import type { Vm } from '../../../../sim/world/vm.ts'

const machine = (): Vm => ({
  vmid: 100,
  kind: 'qemu',
  node: 'pve1',
  config: { name: 'web', cores: '2' },
  pending: {},
  pendingDelete: {},
  snapshots: [],
})

/** Changes of a machine after each of which its configuration may read otherwise. */
const changes: Readonly<Record<string, (vm: Vm) => void>> = {
  'a value changes': (vm) => {
    vm.config.cores = '4'
  },
  'a key comes': (vm) => {
    vm.config.tags = 'x'
  },
  'a key goes': (vm) => {
    delete vm.config.cores
  },
  'one key takes the place of another': (vm) => {
    delete vm.config.cores
    vm.config.sockets = '2'
  },
  'the configuration is replaced': (vm) => {
    vm.config = { name: 'db', cores: '2' }
  },
  'a change waits for the next start': (vm) => {
    vm.pending.cores = '8'
  },
  'a removal waits for the next start': (vm) => {
    vm.pendingDelete.cores = false
  },
  'the drive of cloud-init differs': (vm) => {
    vm.cloudInit = { old: { name: 'old' }, added: [] }
  },
  'it descends from a snapshot': (vm) => {
    vm.parent = 'before'
  },
}

describe('the text of a configuration', () => {
  test('is written once for as long as nothing changes', () => {
    const kept: KeptConfigs = new WeakMap()
    const vm = machine()
    let written = 0
    const write = ({ config }: Vm) => {
      written += 1
      return config
    }
    const first = configText(kept, vm, write)
    expect(configText(kept, vm, write)).toBe(first)
    expect(first).toBe('{"name":"web","cores":"2"}')
    expect(written).toBe(1)
  })

  test.each(Object.entries(changes))('is written anew when %s', (_, change) => {
    const kept: KeptConfigs = new WeakMap()
    const vm = machine()
    configText(kept, vm, (each) => each)
    change(vm)
    expect(configText(kept, vm, (each) => each)).toBe(JSON.stringify(vm))
  })

  test('is never kept while there are snapshots, which it does not compare', () => {
    const kept: KeptConfigs = new WeakMap()
    const vm = machine()
    configText(kept, vm, (each) => each)
    const snapshot = { name: 'before', time: 1, config: { name: 'web' } }
    vm.snapshots.push(snapshot)
    expect(configText(kept, vm, (each) => each)).toBe(JSON.stringify(vm))
    snapshot.config.name = 'db'
    expect(configText(kept, vm, (each) => each)).toBe(JSON.stringify(vm))
  })

  test('is that of one machine, not of another with the same settings', () => {
    const kept: KeptConfigs = new WeakMap()
    const other = { ...machine(), vmid: 101 }
    expect(configText(kept, machine(), ({ vmid }) => vmid)).toBe('100')
    expect(configText(kept, other, ({ vmid }) => vmid)).toBe('101')
  })
})
