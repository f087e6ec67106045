import { expect, test } from 'vitest'
import { hostDown, hostUp } from '../../../sim/proxmox/host-power.ts'
import { idleClock } from '../../../sim/world/idle-clock.ts'
import type { World } from '../../../sim/world/world.ts'
import { type Running, smallWorld, withWorld } from '../harness.ts'

function addGuests(world: World, vmids: readonly number[]): void {
  for (const vmid of vmids) {
    world.vms.push({ vmid, kind: 'qemu', node: 'pve1', config: {}, pending: {}, pendingDelete: {}, snapshots: [] })
  }
}

async function manage({ sim, data }: Running, vmids: readonly number[]): Promise<void> {
  addGuests(sim.world, vmids)
  for (const vmid of vmids) await data('POST', '/cluster/ha/resources', { form: { sid: `vm:${vmid}` } })
}

const threeNodes = { ...smallWorld, cluster: 'lab', nodes: ['pve1', 'pve2', 'pve3'] }

const keep = (rule: string, resources: string, affinity: string) => ({
  form: { rule, type: 'resource-affinity', resources, affinity },
})

test('guests that are kept apart need as many nodes', () =>
  withWorld(async (running) => {
    await manage(running, [101, 102, 103, 104])
    const { ask, data } = running
    await data('POST', '/cluster/ha/rules', keep('three', 'vm:101,vm:102,vm:103', 'negative'))
    const four = await ask('POST', '/cluster/ha/rules', keep('four', 'vm:101,vm:102,vm:103,vm:104', 'negative'))
    expect(JSON.parse(four.text).message).toContain('rule defines more resources than available nodes')
  }, threeNodes))

test('guests cannot be kept together and apart, even through a third', () =>
  withWorld(async (running) => {
    await manage(running, [101, 102, 103])
    const { ask, data } = running
    await data('POST', '/cluster/ha/rules', keep('ab', 'vm:101,vm:102', 'positive'))
    await data('POST', '/cluster/ha/rules', keep('bc', 'vm:102,vm:103', 'positive'))
    const apart = await ask('POST', '/cluster/ha/rules', keep('ac', 'vm:101,vm:103', 'negative'))
    expect(JSON.parse(apart.text).message).toContain(
      'rule shares two or more resources with a positive resource affinity rule',
    )
  }, threeNodes))

test('a resource that leaves takes its place in the rules along', () =>
  withWorld(async (running) => {
    await manage(running, [101, 102])
    const { data } = running
    const nodes = (rule: string, sid: string) => ({
      form: { rule, type: 'node-affinity', resources: sid, nodes: 'pve2:1,pve1' },
    })
    await data('POST', '/cluster/ha/rules', nodes('one', 'vm:101'))
    await data('POST', '/cluster/ha/rules', nodes('two', 'vm:102'))
    await data('DELETE', '/cluster/ha/resources/vm:101')
    const left = await data('GET', '/cluster/ha/rules')
    expect(left).toEqual([expect.objectContaining({ rule: 'two', nodes: 'pve1,pve2:1', order: 1 })])
  }, threeNodes))

test('release 8 has groups and no rules, release 9 the other way round', async () => {
  const group = { form: { group: 'fast', nodes: 'pve1:2' } }
  await withWorld(
    async (running) => {
      const { sim, ask, data } = running
      await data('POST', '/cluster/ha/groups', group)
      addGuests(sim.world, [101])
      await data('POST', '/cluster/ha/resources', { form: { sid: '101', group: 'fast' } })
      expect((await ask('DELETE', '/cluster/ha/groups/fast')).reason).toBe(
        "delete ha group failed: ha group is used by service 'vm:101'",
      )
      expect((await ask('GET', '/cluster/ha/rules')).status).toBe(501)
    },
    { ...smallWorld, flavour: '8.4' },
  )
  await withWorld(async ({ ask }) => {
    expect((await ask('POST', '/cluster/ha/groups', group)).reason).toBe(
      'cannot create group: ha groups have been migrated to rules',
    )
  })
})

const shared = {
  ...threeNodes,
  storages: [{ storage: 'nfs', type: 'nfs', server: '192.0.2.9', export: '/vms', content: ['images'] }],
}

async function runManaged(running: Running, vmids: readonly number[], node = 'pve2'): Promise<void> {
  await manage(running, vmids)
  for (const vm of running.sim.world.vms) vm.node = node
  for (const vmid of vmids) await running.data('POST', `/nodes/${node}/qemu/${vmid}/status/start`)
  await until(() => running.sim.world.vms.every((vm) => vm.run !== undefined))
}

/** Waits for something that the world does by itself. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2))
}

const nodeOf = (running: Running, vmid: number) => running.sim.world.vms.find((vm) => vm.vmid === vmid)?.node

test('guests of a host that stays down are started elsewhere, where their rules want them', () =>
  withWorld(
    async (running) => {
      await runManaged(running, [101, 102])
      const { data, sim } = running
      const affinity = { type: 'node-affinity', resources: 'vm:101', nodes: 'pve2:2,pve3:1' }
      await data('POST', '/cluster/ha/rules', { form: { rule: 'third', ...affinity } })
      hostDown(sim, 'pve2')
      const fenced = await data('GET', '/cluster/ha/status/current')
      expect(fenced).toContainEqual(expect.objectContaining({ sid: 'vm:101', state: 'fence', node: 'pve2' }))
      await until(() => sim.world.vms.every((vm) => vm.run !== undefined))
      expect([nodeOf(running, 101), nodeOf(running, 102)]).toEqual(['pve3', 'pve1'])
      const after = await data('GET', '/cluster/ha/status/current')
      expect(after).toContainEqual(expect.objectContaining({ sid: 'vm:101', state: 'started', node: 'pve3' }))
      expect(after).toContainEqual(expect.objectContaining({ id: 'lrm:pve2', status: expect.stringContaining('dead') }))
    },
    shared,
    // However slow this computer is, it is seen that the host is being fenced.
    idleClock(1000),
  ))

test('a host that is back before it was given up keeps its guests', () =>
  withWorld(
    async (running) => {
      await runManaged(running, [101])
      const { sim } = running
      hostDown(sim, 'pve2')
      hostUp(sim, 'pve2')
      let passed = false
      sim.clock.after(200_000, () => {
        passed = true
      })
      await until(() => passed)
      expect(nodeOf(running, 101)).toBe('pve2')
    },
    shared,
    20_000,
  ))

test('guests that nobody manages stay where they are', () =>
  withWorld(
    async (running) => {
      addGuests(running.sim.world, [101])
      hostDown(running.sim, 'pve1')
      let passed = false
      running.sim.clock.after(200_000, () => {
        passed = true
      })
      await until(() => passed)
      expect(nodeOf(running, 101)).toBe('pve1')
    },
    shared,
    20_000,
  ))

test('the manager moves a running guest on request', () =>
  withWorld(async (running) => {
    await runManaged(running, [101])
    const { data } = running
    const asked = await data('POST', '/cluster/ha/resources/vm:101/migrate', { form: { node: 'pve3' } })
    expect(asked).toEqual({ sid: 'vm:101', 'requested-node': 'pve3' })
    await until(() => nodeOf(running, 101) === 'pve3')
    await data('POST', '/cluster/ha/resources/vm:101/relocate', { form: { node: 'pve1' } })
    await until(() => nodeOf(running, 101) === 'pve1')
    const row = await data('GET', '/nodes/pve1/qemu/101/status/current')
    expect(row).toMatchObject({ ha: { managed: 1 } })
  }, shared))
