import { expect, test } from 'vitest'
import type { WorldSeed } from '../../../sim/world/seed.ts'
import { examined } from '../examined.ts'

type Bridges = NonNullable<Exclude<WorldSeed['nodes'][number], string>['bridges']>

/** Gives one host other bridges. */
const onPve2 = (bridges: Bridges) => ({
  seed: (seed: WorldSeed): WorldSeed => ({
    ...seed,
    nodes: seed.nodes.map((node) => (typeof node !== 'string' && node.name === 'pve2' ? { ...node, bridges } : node)),
  }),
})

test('a bridge that is missing on a host fails', async () => {
  const { failed, troubles } = await examined('bridges', onPve2([{ iface: 'vmbr1', ports: ['eno1'] }]))
  expect(failed).toEqual(['bridges'])
  expect(troubles).toEqual(['there is no bridge vmbr0 on pve2, or it may not be seen'])
})

test('a bridge that is down fails', async () => {
  const { troubles } = await examined('bridges', {
    upset: ({ sim: { world } }) => {
      for (const one of world.hosts.find(({ name }) => name === 'pve2')?.interfaces ?? []) one.active = false
    },
  })
  expect(troubles).toEqual(['vmbr0 on pve2 is down'])
})

test('a bridge that knows no VLANs is a warning where machines are in one', async () => {
  const plain: Bridges = [{ iface: 'vmbr0', ports: ['eno1'] }]
  const { status, troubles } = await examined('bridges', {
    file: 'capacity.yaml',
    seed: (seed) => ({
      ...seed,
      nodes: seed.nodes.map((node) => (typeof node === 'string' ? node : { ...node, bridges: plain })),
    }),
  })
  expect(status).toBe('warn')
  expect(troubles).toContain('vmbr0 on pve-01 is not VLAN-aware: Proxmox makes a bridge of its own for VLAN 20')
})
