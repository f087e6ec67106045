import { expect, test } from 'vitest'
import { buildWorldFromYaml } from '../../../sim/world/build.ts'
import { acceleratedClock, wait } from '../../../sim/world/clock.ts'

const NOW = 1_800_000_000_000

test('a world can be written in YAML, with hosts that differ', () => {
  const world = buildWorldFromYaml(
    `
flavour: '8.4'
cluster: lab
node_ip: 10.0.0.11
nodes:
  - name: a
    cores: 32
    memory: 137438953472
    pci: [{ id: '0000:01:00.0', class: '0x030000', vendor: '0x10de', device: '0x2c05', iommugroup: 7 }]
  - b
storages:
  - { storage: nfs, type: nfs, server: 10.0.0.5, export: /srv, content: [iso], shared: 1, volumes: [{ volid: 'nfs:iso/x.iso', size: 10 }] }
`,
    NOW,
  )
  expect(world.hosts.map(({ name, ip, id }) => [name, ip, id])).toEqual([
    ['a', '10.0.0.11', 1],
    ['b', '10.0.0.12', 2],
  ])
  expect(world.hosts[0]?.cpu.cores).toBe(32)
  expect(world.hosts[0]?.pci[0]?.iommugroup).toBe(7)
  expect(world.volumes).toMatchObject([{ storage: 'nfs', name: 'iso/x.iso', content: 'iso', format: 'iso' }])
  expect(world.volumes[0]).not.toHaveProperty('node')
})

test('an accelerated clock passes simulated time', async () => {
  const clock = acceleratedClock(10_000, NOW)
  await wait(clock, 60_000)
  expect(clock.now()).toBeGreaterThanOrEqual(NOW + 60_000 - 10_000)
})

test('waiting ends when it is told to', async () => {
  const stop = new AbortController()
  const waiting = wait(acceleratedClock(1), 1e9, stop.signal)
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})
