import { describe, expect, test } from 'vitest'
import { contentsOf, isShared } from '../../../sim/proxmox/api/storage/definition.ts'
import { buildWorldFromFile } from '../../../sim/world/build.ts'
import { worldFor } from '../../../sim/world/cluster/world-for.ts'
import { worldFile } from '../../../sim/world/seed.ts'
import { parseIp } from '../../../src/net/ip.ts'
import { exampleCluster, exampleNames } from '../../examples.ts'

const keys = { password: 'p', secret: 's' }

async function worldOf(name: string) {
  const desired = await exampleCluster(name)
  return { desired, world: buildWorldFromFile(worldFile.parse(worldFor(desired, keys)), Date.now()) }
}

describe.each(exampleNames)('the world of example %s', (name) => {
  test('has the hosts, each reachable as the file says, at addresses that nobody else has', async () => {
    const { desired, world } = await worldOf(name)
    const names = world.hosts.map((host) => host.name)
    expect(names).toEqual(desired.proxmox.hosts.length > 0 ? desired.proxmox.hosts : ['pve1', 'pve2', 'pve3'])
    const asked = world.hosts.flatMap(({ endpoints = [] }) =>
      endpoints.map((each) => `https://${each.name}:${each.port}`),
    )
    expect(asked.toSorted()).toEqual(desired.proxmox.endpoints.toSorted())
    const addresses = [
      ...world.hosts.map(({ ip }) => ip),
      ...desired.machines.flatMap(({ nics }) => nics.flatMap((nic) => nic.addresses.map(({ address }) => address))),
      ...desired.network.vips,
    ]
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const address of addresses) parseIp(address)
  })

  test('has room for every machine on its host, and the bridges and devices it asks for', async () => {
    const { desired, world } = await worldOf(name)
    for (const host of world.hosts) {
      const here = desired.machines.filter((machine) => machine.host === host.name || machine.host === undefined)
      const memory = here.reduce((sum, { vm }) => sum + vm.memory, 0)
      expect(host.memoryBytes).toBeGreaterThan(memory)
      const bridges = host.interfaces.filter(({ type }) => type === 'bridge')
      for (const nic of here.flatMap(({ nics }) => nics)) {
        const bridge = bridges.find(({ iface }) => iface === nic.bridge)
        expect(bridge).toBeDefined()
        if (nic.vlan !== undefined) expect(bridge?.config.bridge_vlan_aware).toBe(1)
      }
      for (const { mapping, address } of here.flatMap(({ vm }) => vm.pci)) {
        if (address !== undefined) expect(host.pci.map(({ id }) => id)).toContain(address)
        if (mapping !== undefined) expect(String(world.mappings.pci[mapping]?.map)).toContain(`node=${host.name}`)
      }
    }
  })

  test('has storages that take what the file puts there', async () => {
    const { desired, world } = await worldOf(name)
    const storage = (id: string) => world.storages.find((each) => each.storage === id)
    for (const { storage: uses, vm, image } of desired.machines) {
      const takes = (id: string, content: string) => {
        const found = storage(id)
        expect(found && contentsOf(found)).toContain(content)
      }
      for (const disk of [vm.disk, ...vm.disks]) takes(disk.storage ?? uses.disks, 'images')
      takes(uses.cloudInit, 'images')
      takes(uses.images, image.source.mode === 'iso' ? 'iso' : 'import')
      if (image.source.mode === 'iso' && image.source.volume !== undefined) {
        const [id = '', file = ''] = image.source.volume.split(':')
        const copies = world.volumes.filter((volume) => volume.storage === id && volume.name === file)
        const found = storage(id)
        expect(copies).toHaveLength(found && isShared(found) ? 1 : world.hosts.length)
      }
    }
  })
})

test('a template that is made elsewhere is there', async () => {
  const { world } = await worldOf('cloned-template-gpu')
  expect(world.vms).toMatchObject([{ config: { name: 'talos-v1.12.4-base', template: '1' } }])
  expect(world.volumes).toMatchObject([{ storage: 'tank', name: 'base-9000-disk-0' }])
})
