import { expect, test } from 'vitest'
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
