import { expect, test } from 'vitest'
import { smallWorld, withWorld } from '../harness.ts'
import { make, run } from './qemu/tasks.ts'

test('options of the datacenter are kept, shown in parts, and limit the next number', () =>
  withWorld(async ({ data, ask }) => {
    await data('PUT', '/cluster/options', {
      form: { 'next-id': 'lower=500,upper=502', description: 'note', 'tag-style': 'case-sensitive=1' },
    })
    expect(await data('GET', '/cluster/options')).toEqual({
      'allowed-tags': [],
      description: 'note\n',
      mac_prefix: 'BC:24:11',
      'next-id': { lower: '500', upper: '502' },
      'tag-style': { 'case-sensitive': 1 },
    })
    expect(await data('GET', '/cluster/nextid')).toBe('500')
    const wrong = await ask('PUT', '/cluster/options', { form: { 'next-id': 'lower=9,upper=5' } })
    expect(wrong.reason).toBe('lower (9) <= upper (5) boundary rule broken')
    expect(await data('GET', '/cluster/nextid')).toBe('500')
  }))

test('everybody sees the nodes, but their numbers only with the right to', () =>
  withWorld(async ({ data }) => {
    const all = await data('GET', '/cluster/resources')
    const few = await data('GET', '/cluster/resources', { as: 'nobody@pve!none' })
    expect(all).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'node/pve1', maxcpu: 8 })]))
    expect(few).toEqual([
      { id: 'node/pve1', type: 'node', node: 'pve1', status: 'online', level: '', 'cgroup-mode': 2 },
    ])
  }))

test('every node has a fingerprint, whichever was asked', () =>
  withWorld(
    async ({ data }) => {
      const fingerprint = expect.stringMatching(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/)
      expect(await data('GET', '/nodes')).toMatchObject([
        { node: 'pve1', ssl_fingerprint: fingerprint },
        { node: 'pve2', ssl_fingerprint: fingerprint },
      ])
    },
    { ...smallWorld, nodes: ['pve1', 'pve2'], cluster: 'two' },
  ))

test('a bridge waits for a reload, with a difference that shows it', () =>
  withWorld(async ({ sim, ask, data }) => {
    await data('POST', '/nodes/pve1/network', {
      form: { iface: 'vmbr7', type: 'bridge', autostart: '1', cidr: '10.7.0.1/24' },
    })
    const planned = JSON.parse((await ask('GET', '/nodes/pve1/network?type=bridge')).text)
    expect(planned.changes).toContain('+auto vmbr7\n+iface vmbr7 inet static\n+\taddress 10.7.0.1/24\n')
    expect(sim.world.hosts[0]?.interfaces.map((each) => each.iface)).not.toContain('vmbr7')
    const upid = await data('PUT', '/nodes/pve1/network')
    await sim.workers.ended(String(upid))
    const applied = JSON.parse((await ask('GET', '/nodes/pve1/network?type=bridge')).text)
    expect(applied).not.toHaveProperty('changes')
    expect(applied.data).toContainEqual(
      expect.objectContaining({ iface: 'vmbr7', active: 1, address: '10.7.0.1', netmask: '24' }),
    )
  }))

test('a bridge is shown to those who may use it or one of its VLANs', () =>
  withWorld(
    async ({ data }) => {
      const shown = await data('GET', '/nodes/pve1/network?type=any_bridge', { as: 'nobody@pve!none' })
      expect(shown).toEqual([expect.objectContaining({ iface: 'vmbr1' })])
    },
    {
      ...smallWorld,
      bridges: [{ iface: 'vmbr0', ports: ['eno1'] }, { iface: 'vmbr1' }],
      acl: [{ path: '/sdn/zones/localnetwork/vmbr1/42', ugid: 'nobody@pve', roleid: 'PVESDNUser' }],
    },
  ))

test('tasks are seen by who started them, and by auditors', () =>
  withWorld(async ({ sim, data, ask }) => {
    const upid = await data('PUT', '/nodes/pve1/network')
    expect((await ask('GET', `/nodes/pve1/tasks/${upid}/status`, { as: 'nobody@pve!none' })).reason).toBe(
      'Permission check failed (/nodes/pve1, Sys.Audit)',
    )
    await sim.workers.ended(String(upid))
    expect(await data('GET', '/nodes/pve1/tasks', { as: 'nobody@pve!none' })).toEqual([])
    expect(await data('GET', '/nodes/pve1/tasks')).toEqual([
      expect.objectContaining({ upid, status: 'OK', user: 'ops@pve', tokenid: 'ci' }),
    ])
    expect(await data('GET', `/nodes/pve1/tasks/${upid}/log`)).toEqual([{ n: 1, t: 'TASK OK' }])
  }))

test('pools nest, hold members and must be empty to go', () =>
  withWorld(async ({ data, ask }) => {
    await data('POST', '/pools', { form: { poolid: 'k8s' } })
    await data('POST', '/pools', { form: { poolid: 'k8s/prod', comment: 'c' } })
    await data('PUT', '/pools', { form: { poolid: 'k8s/prod', storage: 'local' } })
    expect(await data('GET', '/pools?poolid=k8s/prod')).toMatchObject([
      { comment: 'c', members: [{ id: 'storage/pve1/local' }] },
    ])
    expect((await ask('DELETE', '/pools?poolid=k8s')).reason).toBe(
      "delete pool failed: pool 'k8s' is not empty (contains pool 'k8s/prod')",
    )
    expect((await ask('POST', '/pools', { form: { poolid: '1st' } })).reason).toBe(
      'create pool failed: pool name must start with a letter',
    )
  }))

const two = { ...smallWorld, cluster: 'lab', nodes: ['pve1', 'pve2'] }

test('a replication job belongs to a guest, goes to another node, and is marked before it goes', () =>
  withWorld(async (running) => {
    const { ask, data } = running
    await make(running, 100)
    const job = (id: string, target: string) =>
      ask('POST', '/cluster/replication', { form: { id, type: 'local', target } })
    expect((await job('100-0', 'pve1')).status).toBe(400)
    expect((await job('100-0', 'pve9')).reason).toBe("no such cluster node 'pve9'")
    expect((await job('101-0', 'pve2')).status).toBe(400)
    expect((await job('100-0', 'pve2')).status).toBe(200)
    expect((await job('100-0', 'pve2')).reason).toBe("replication job '100-0' already exists")
    await data('PUT', '/cluster/replication/100-0', { form: { rate: '5' } })
    await data('DELETE', '/cluster/replication/100-0')
    const wanted = { id: '100-0', guest: 100, source: 'pve1', target: 'pve2', rate: 5, remove_job: 'full' }
    expect(await data('GET', '/cluster/replication')).toEqual([expect.objectContaining(wanted)])
    await data('DELETE', '/cluster/replication/100-0?force=1')
    expect(await data('GET', '/cluster/replication')).toEqual([])
  }, two))

test('numbers over time end now, and begin when there was something to measure', () =>
  withWorld(async (running) => {
    await make(running, 100)
    const off = await running.data('GET', '/nodes/pve1/qemu/100/rrddata?timeframe=hour')
    expect(off).toHaveLength(60)
    expect(off).toEqual(Array.from({ length: 60 }, () => ({ time: expect.any(Number) })))
    const storage = await running.data('GET', '/nodes/pve1/storage/local/rrddata?timeframe=day')
    expect(Array.isArray(storage) && storage.at(-1)).toMatchObject({
      total: expect.any(Number),
      used: expect.any(Number),
    })
    const host = await running.data('GET', '/nodes/pve1/rrddata?timeframe=hour')
    expect(Array.isArray(host) && host.at(-1)).toMatchObject({
      maxcpu: expect.any(Number),
      memused: expect.any(Number),
    })
  }))

test('all machines of a node start in their order and stop the other way round', () =>
  withWorld(async (running) => {
    for (const [vmid, order] of [
      [100, 2],
      [101, 1],
    ] as const) {
      await make(running, vmid, { onboot: '1', startup: `order=${order}` })
    }
    await make(running, 102)
    const starting = await run(running, 'POST', '/nodes/pve1/startall')
    expect(starting.log).toEqual(['Starting VM 101', 'Starting VM 100', 'TASK OK'])
    const stopping = await run(running, 'POST', '/nodes/pve1/stopall')
    expect(stopping.log.filter((line) => line.startsWith('Stopping'))).toEqual([
      'Stopping VM 100 (timeout = 180 seconds)',
      'Stopping VM 101 (timeout = 180 seconds)',
    ])
    expect((await running.ask('POST', '/nodes/pve1/startall', { as: 'nobody@pve!none' })).reason).toBe(
      'Permission check failed (/, VM.PowerMgmt)',
    )
  }))
