import { describe, expect, test } from 'vitest'
import { createClient } from '../../../src/proxmox/client/client.ts'
import { parseEndpoint } from '../../../src/proxmox/client/connect.ts'
import { observeProxmox } from '../../../src/proxmox/observe/observe.ts'
import type { Desired, Machine } from '../../../src/resolve/desired.ts'
import { realDial } from '../../../src/world/dial.ts'
import { createRedaction } from '../../../src/world/redaction.ts'
import { exampleCluster } from '../../examples.ts'
import { smallWorld, withWorld } from '../../sim/harness.ts'
import { IMAGE, ISO, makeVm, power, type Simulated, simulate, vmOf, worldFor } from '../simulated.ts'

interface Lab extends Simulated {
  readonly desired: Desired
  readonly first: Machine
  readonly observe: (ask?: object) => ReturnType<typeof observeProxmox>
}

/** The homelab example with every machine made, or only some. */
async function lab(machines: (all: readonly Machine[]) => readonly Machine[] = (all) => all): Promise<Lab> {
  const desired = await exampleCluster('homelab')
  const simulated = simulate(worldFor(desired))
  await Promise.all(machines(desired.machines).map((machine) => makeVm(simulated, desired, machine)))
  const [first] = desired.machines
  if (first === undefined) throw new Error('the example has no machines')
  const ask = { cluster: desired.name, machines: desired.machines }
  simulated.calls.length = 0
  return { ...simulated, desired, first, observe: (more = {}) => observeProxmox(simulated.client, { ...ask, ...more }) }
}

/** Puts a guest into the datacenter that nobody made through us. */
function addGuest({ sim }: Lab, vmid: number, config: Record<string, string>, kind: 'qemu' | 'lxc' = 'qemu'): void {
  const node = sim.world.hosts[0]?.name ?? ''
  sim.world.vms.push({ vmid, kind, node, config, pending: {}, pendingDelete: {}, snapshots: [] })
}

describe('looking at a datacenter', () => {
  test('costs two calls and one for each machine, however many others there are', async () => {
    const world = await lab()
    const alone = await world.observe()
    const calls = world.calls.toSorted()
    expect(calls).toHaveLength(2 + world.desired.machines.length)
    for (let vmid = 100_000; vmid < 101_000; vmid += 1)
      addGuest(world, vmid, { name: `other-${vmid}`, tags: 'talmox;web' })
    world.calls.length = 0
    const crowded = await world.observe()
    expect(world.calls.toSorted()).toEqual(calls)
    expect(crowded.vms).toEqual(alone.vms)
    expect(crowded.others).toHaveLength(1000)
    expect(crowded.others.some(({ inTheWay }) => inTheWay !== undefined)).toBe(false)
  })

  test('tells of hosts, storages and every machine', async () => {
    const world = await lab()
    const { version, hosts, storages, vms } = await world.observe()
    expect(version.release).toBe('9.2')
    expect(hosts.map(({ name }) => name)).toEqual(world.sim.world.hosts.map(({ name }) => name).sort())
    expect(hosts[0]).toMatchObject({ cpus: 64, memoryBytes: 1024 ** 4 })
    expect(storages.find(({ id }) => id === world.first.storage.images)).toMatchObject({
      shared: true,
      active: true,
      content: expect.arrayContaining(['import', 'iso']),
    })
    expect(vms.map(({ name }) => name).sort()).toEqual(world.desired.machines.map(({ name }) => name).sort())
    for (const vm of vms) {
      expect(vm).toMatchObject({ power: 'stopped', digest: expect.stringMatching(/^[0-9a-f]{40}$/), pending: {} })
      expect(vm.unfinished).toBeUndefined()
    }
  })

  test('works over the network, with a client that may only look', () =>
    withWorld(async ({ port, sim }) => {
      const client = createClient(
        {
          endpoints: [parseEndpoint(`https://127.0.0.1:${port}`)],
          trust: { kind: 'anything' },
          login: { kind: 'token', token: 'nobody@pve!none=00000000-0000-4000-8000-000000000001' },
        },
        {
          clock: sim.clock,
          dial: realDial,
          log: { debug: () => undefined, warn: () => undefined },
          redaction: createRedaction(),
          random: () => 0,
        },
      )
      const seen = await observeProxmox(client, { cluster: 'test', machines: [] })
      client.close()
      expect(seen).toMatchObject({ hosts: [{ name: 'pve1' }], vms: [], unread: [], storages: [], others: [] })
      expect(seen.hosts[0]?.memoryBytes).toBeUndefined()
    }, smallWorld))
})

describe('a host that is down', () => {
  test('is a value, and so are the machines on it', async () => {
    const world = await lab()
    const host = world.sim.world.hosts.find(({ name }) => name !== world.sim.world.hosts[0]?.name)
    if (host === undefined) throw new Error('the example has one host only')
    host.online = false
    const { hosts, vms, unread } = await world.observe()
    const there = world.desired.machines.filter((machine) => machine.host === host.name)
    expect(hosts.find(({ name }) => name === host.name)?.unreachable).toBe('Proxmox says that it is offline')
    expect(unread.map(({ vmid }) => vmid)).toEqual(there.map(({ vmid }) => vmid).sort())
    expect(unread.every(({ why }) => why === 'host-silent')).toBe(true)
    expect(vms).toHaveLength(world.desired.machines.length - there.length)
    expect(world.calls).toHaveLength(2 + vms.length)
  })

  test('is one also when it goes down while it is looked at', async () => {
    const world = await lab()
    const host = world.sim.world.hosts.at(-1)
    if (host === undefined) throw new Error('there is no host')
    world.sim.hooks.before.push(({ path }) => {
      if (path === '/cluster/resources') setImmediate(() => Object.assign(host, { online: false }))
    })
    const { get } = world.client
    const slow: typeof get = async (...asked) => {
      const answer = await get(...asked)
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      return answer
    }
    const { hosts, unread } = await observeProxmox(
      { ...world.client, get: slow },
      { cluster: world.desired.name, machines: world.desired.machines },
    )
    expect(hosts.find(({ name }) => name === host.name)?.unreachable).toBe('it does not answer')
    expect(unread.every((vm) => vm.host === host.name)).toBe(true)
    expect(unread).not.toEqual([])
  })
})

describe('a guest of others', () => {
  test.each<[string, Record<string, string>, 'qemu' | 'lxc', RegExp]>([
    ['with our name and VMID', { name: 'NAME', scsi0: 'x:vm-1-disk-0' }, 'qemu', /no record of talmox/],
    ['that is a container at our VMID', { hostname: 'NAME' }, 'lxc', /container/],
    ['that is a template at our VMID', { name: 'NAME', template: '1' }, 'qemu', /template/],
  ])('%s is never taken for ours, and says why', async (_, config, kind, reason) => {
    const world = await lab(() => [])
    const named = Object.fromEntries(
      Object.entries(config).map(([key, text]) => [key, text.replace('NAME', world.first.name)]),
    )
    addGuest(world, world.first.vmid, named, kind)
    const { vms, others } = await world.observe()
    expect(vms).toEqual([])
    expect(others).toHaveLength(1)
    expect(others[0]?.inTheWay).toMatchObject({ takes: ['vmid', 'name'] })
    expect(others[0]?.inTheWay?.reasons.join()).toMatch(reason)
  })

  test('that was restored from a backup of ours stands aside for the one at its VMID', async () => {
    const world = await lab(([first]) => (first === undefined ? [] : [first]))
    const config = world.sim.world.vms.find(({ vmid }) => vmid === world.first.vmid)?.config ?? {}
    addGuest(world, 90_000, { ...config })
    const { vms, others } = await world.observe()
    expect(vms.map(({ vmid }) => vmid)).toEqual([world.first.vmid])
    expect(others).toMatchObject([{ vmid: 90_000, inTheWay: { takes: ['tags', 'uuid'] } }])
  })
})

describe('a machine whose making was cut off', () => {
  test('while Proxmox was cloning is ours, with what it lacks', async () => {
    const world = await lab(([first]) => (first === undefined ? [] : [first]))
    const vm = world.sim.world.vms.find(({ vmid }) => vmid === world.first.vmid)
    if (vm === undefined) throw new Error('there is no VM')
    const { scsi0: _, tags: __, ...config } = vm.config
    vm.config = { ...config, lock: 'clone', smbios1: 'uuid=11111111-2222-4333-8444-555555555555' }
    const { vms } = await world.observe()
    expect(vms).toMatchObject([
      { vmid: vm.vmid, lock: 'clone', unfinished: { known: 'record', missing: ['tags', 'SMBIOS id', 'disk scsi0'] } },
    ])
  })

  test('before Proxmox wrote anything but the lock is known by its VMID alone', async () => {
    const world = await lab(() => [])
    addGuest(world, world.first.vmid, { lock: 'create' })
    const { vms } = await world.observe()
    expect(vms).toMatchObject([{ vmid: world.first.vmid, lock: 'create', unfinished: { known: 'vmid' } }])
  })
})

describe('what is only told when asked', () => {
  test('images, bridges, mappings and HA cost their own calls', async () => {
    const world = await lab(() => [])
    const { storage, host = '' } = world.first
    world.sim.world.mappings.pci.card = { map: ['id=10de:2c05,node=pve1,path=0000:28:00.0'] }
    world.sim.world.ha.resources['vm:100'] = { type: 'vm', state: 'started' }
    const places = (['import', 'iso'] as const).map((content) => ({ host, storage: storage.images, content }))
    const seen = await world.observe({ images: places, bridges: [host], mappings: true, ha: true })
    expect(seen.images?.map(({ file }) => file)).toEqual([IMAGE, ISO])
    expect(seen.bridges).toMatchObject([{ host, active: true, vlanAware: true }])
    expect(seen.mappings).toEqual([
      { id: 'card', devices: [{ host: 'pve1', path: '0000:28:00.0', device: '10de:2c05' }] },
    ])
    expect(seen.ha).toEqual([{ sid: 'vm:100', state: 'started' }])
    expect(world.calls).toHaveLength(2 + 2 + 1 + 1 + 1)
  })

  test('templates are read by name or VMID', async () => {
    const world = await lab(() => [])
    addGuest(world, 998, { name: 'base', template: '1', scsi0: 'x:base-998-disk-0,size=2G' })
    addGuest(world, 999, { name: 'other', template: '1' })
    const { templates } = await world.observe({ templates: ['base'] })
    expect(templates).toMatchObject([{ vmid: 998, config: { scsi0: 'x:base-998-disk-0,size=2G' } }])
  })

  test('addresses come from the agent by MAC address; one that does not answer is no failure', async () => {
    const silent = await lab(([first]) => (first === undefined ? [] : [first]))
    await power(silent, await vmOf(silent, silent.desired, silent.first), 'start')
    expect((await silent.observe({ addresses: true })).vms[0]).not.toHaveProperty('addresses')
    const world = await lab(() => [])
    const { mac } = world.first.nics[0]
    const ip = (address: string) => ({ 'ip-address': address, 'ip-address-type': 'ipv4', prefix: 24 })
    world.sim.world.guests.agent = {
      'guest-network-get-interfaces': [
        { name: 'lo', 'hardware-address': '00:00:00:00:00:00', 'ip-addresses': [ip('127.0.0.1')] },
        { name: 'eth0', 'hardware-address': mac.toLowerCase(), 'ip-addresses': [ip('10.0.0.9'), ip('fe80::1')] },
      ],
    }
    await makeVm(world, world.desired, world.first)
    await power(world, await vmOf(world, world.desired, world.first), 'start')
    const { vms } = await world.observe({ addresses: true })
    expect(vms[0]?.addresses?.[mac]).toEqual(['10.0.0.9'])
  })
})
