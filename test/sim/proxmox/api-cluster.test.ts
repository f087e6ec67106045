import { expect, test } from 'vitest'
import { smallWorld, withWorld } from '../harness.ts'

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
