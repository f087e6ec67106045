import { afterAll, expect, test } from 'vitest'
import { startProxmox } from './simulated.ts'
import { byPassword, NOTHING_TO_DO, prepareTofu } from './tofu.ts'

const proxmox = await startProxmox()
afterAll(() => proxmox.stop())
const { succeed, plan, apply, destroy } = await prepareTofu('one-life', proxmox.scratch, byPassword(proxmox))
const before = await proxmox.settled()
await succeed('init')

/** Applies an age, sees that nothing is left to do, and tells what has become of the machine. */
async function live(age: number) {
  const applied = await apply('-var', `age=${age}`)
  const { code, output } = await plan('-var', `age=${age}`)
  expect(code, output).toBe(NOTHING_TO_DO)
  const { vms } = await proxmox.world()
  return { applied, machine: vms[0] }
}

test('a machine with all kinds of hardware is made as it was asked for', async () => {
  const { applied, machine } = await live(0)
  expect(applied).toBe('1 added, 0 changed, 0 destroyed')
  expect(machine).toMatchObject({
    node: 'pve1',
    config: { name: 'named', tags: 'c', tpmstate0: 'local-zfs:vm-300-disk-2,size=4M,version=v2.0', onboot: '1' },
  })
})

test('name, notes, tags, VLAN and the size of a disk change while it runs', async () => {
  const { applied, machine } = await live(1)
  expect(applied).toBe('0 added, 1 changed, 0 destroyed')
  expect(machine).toMatchObject({
    config: {
      name: 'renamed',
      description: 'one line\nänd another',
      tags: 'a;b',
      onboot: '0',
      net0: expect.stringContaining('tag=8'),
      scsi0: expect.stringContaining('size=30G'),
    },
    pending: {},
  })
})

test('a disk and a network card are plugged in', async () => {
  const { machine } = await live(2)
  expect(machine).toMatchObject({ config: { virtio1: expect.any(String), net1: expect.any(String) }, pending: {} })
})

test('it moves to another host with its disks', async () => {
  const { machine } = await live(3)
  expect(machine).toMatchObject({ node: 'pve2', run: { status: 'running' } })
  const { volumes } = await proxmox.world()
  expect(new Set(volumes.map((volume) => volume.node))).toEqual(new Set(['pve2']))
})

test('destroy leaves the world as it was before', async () => {
  expect(await destroy()).toBe('1 destroyed')
  expect(await proxmox.settled()).toEqual(before)
})
