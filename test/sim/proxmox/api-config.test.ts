import { expect, test } from 'vitest'
import { smallWorld, withWorld } from '../harness.ts'

test('a mapping is checked against the devices of a node', () =>
  withWorld(
    async ({ data }) => {
      const map = 'node=pve1,path=0000:01:00.0,id=10de:2c05,iommugroup=7'
      await data('POST', '/cluster/mapping/pci', { form: { id: 'gpu', map } })
      expect(await data('GET', '/cluster/mapping/pci?check-node=pve1')).toEqual([
        expect.objectContaining({
          checks: [
            { severity: 'error', message: "Invalid configuration: 'iommugroup' does not match for 'gpu' (1 != 7)\n" },
          ],
        }),
      ])
      await data('PUT', '/cluster/mapping/pci/gpu', { form: { map: map.replace('=7', '=1') } })
      expect(await data('GET', '/cluster/mapping/pci?check-node=pve1')).toEqual([
        expect.objectContaining({ checks: [] }),
      ])
    },
    {
      ...smallWorld,
      nodes: [
        {
          name: 'pve1',
          pci: [{ id: '0000:01:00.0', class: '0x030000', vendor: '0x10de', device: '0x2c05', iommugroup: 1 }],
        },
      ],
    },
  ))

test('a virtual network waits until it is applied, and shows what will change', () =>
  withWorld(async ({ sim, data }) => {
    await data('POST', '/cluster/sdn/zones', { form: { zone: 'lab', type: 'vlan', bridge: 'vmbr0' } })
    await data('POST', '/cluster/sdn/vnets', { form: { vnet: 'blue', zone: 'lab', tag: '10' } })
    expect(await data('GET', '/cluster/sdn/vnets?running=1')).toEqual([])
    await sim.workers.ended(String(await data('PUT', '/cluster/sdn')))
    expect(await data('GET', '/cluster/sdn/vnets?running=1')).toEqual([expect.objectContaining({ vnet: 'blue' })])
    await data('PUT', '/cluster/sdn/vnets/blue', { form: { tag: '11' } })
    expect(await data('GET', '/cluster/sdn/vnets?pending=1')).toEqual([
      expect.objectContaining({ vnet: 'blue', tag: 10, state: 'changed', pending: { tag: 11 } }),
    ])
    expect(await data('GET', '/nodes/pve1/sdn/zones')).toEqual([{ zone: 'lab', status: 'available' }])
  }))

test('the firewall of a virtual network is there once the network is applied', () =>
  withWorld(async ({ sim, ask, data }) => {
    await data('POST', '/cluster/sdn/zones', { form: { zone: 'lab', type: 'simple' } })
    await data('POST', '/cluster/sdn/vnets', { form: { vnet: 'blue', zone: 'lab' } })
    const rules = '/cluster/sdn/vnets/blue/firewall/rules'
    expect((await ask('GET', rules)).reason).toContain('invalid vnet specified')
    await sim.workers.ended(String(await data('PUT', '/cluster/sdn')))
    await data('POST', rules, { form: { type: 'forward', action: 'DROP' } })
    expect(await data('GET', rules)).toEqual([expect.objectContaining({ type: 'forward', action: 'DROP' })])
    expect((await ask('GET', rules, { as: 'nobody@pve!none' })).status).toBe(403)
  }))

test.each([
  ['start-address=10.9.0.50,end-address=10.9.0.10', 'must be smaller than end-address'],
  ['start-address=10.9.0.50,end-address=10.9.1.10', 'is not in subnet 10.9.0.0/24'],
])('the range %s of a subnet is refused', (range, why) =>
  withWorld(async ({ ask, data }) => {
    await data('POST', '/cluster/sdn/zones', { form: { zone: 'lab', type: 'simple' } })
    await data('POST', '/cluster/sdn/vnets', { form: { vnet: 'blue', zone: 'lab' } })
    const form = { subnet: '10.9.0.0/24', type: 'subnet', 'dhcp-range': range }
    const answer = await ask('POST', '/cluster/sdn/vnets/blue/subnets', { form })
    expect(JSON.parse(answer.text).message).toContain(why)
  }),
)

test('the token of a metric server cannot be read back', () =>
  withWorld(async ({ ask, data }) => {
    const form = { type: 'influxdb', server: '192.0.2.9', port: '8089', token: 'secret' }
    await data('POST', '/cluster/metrics/server/influx', { form })
    expect(await data('GET', '/cluster/metrics/server/influx')).toEqual({
      type: 'influxdb',
      server: '192.0.2.9',
      port: 8089,
    })
    const wrong = await ask('PUT', '/cluster/metrics/server/influx', {
      form: { server: '192.0.2.9', port: '8089', proto: 'tcp' },
    })
    expect(wrong.reason).toBe("unexpected property 'proto'")
  }))
