import { afterAll, expect, test } from 'vitest'
import { startProxmox } from './simulated.ts'
import { byPassword, CHANGES, NOTHING_TO_DO, prepareTofu } from './tofu.ts'

const proxmox = await startProxmox()
afterAll(() => proxmox.stop())
const { succeed, plan, apply, destroy } = await prepareTofu('datacenter', proxmox.scratch, byPassword(proxmox))
const before = await proxmox.settled()

const vmOf = async (vmid: number) => (await proxmox.world()).vms.find((vm) => vm.vmid === vmid)

test('apply makes everything around machines', async () => {
  await succeed('init')
  expect(await apply()).toBe('20 added, 0 changed, 0 destroyed')
})

test('it has seen the datacenter as it is', async () => {
  expect(JSON.parse(await succeed('output', '-json', 'seen'))).toEqual({
    release: '9.2',
    nodes: ['pve1', 'pve2', 'pve3'],
    stores: ['local', 'local-zfs'],
  })
})

test('clones stand on the template or by themselves, with disks that have grown and a card of the host', async () => {
  expect((await vmOf(901))?.config).toMatchObject({
    scsi0: expect.stringMatching(/^local-zfs:vm-901-disk-\d,.*size=50G/),
    scsi1: expect.stringMatching(/^local-zfs:vm-901-disk-\d,.*size=100G/),
    hostpci0: expect.stringContaining('mapping=gpu'),
    cpu: 'host',
    cores: '4',
  })
  expect((await vmOf(902))?.config.scsi0).toMatch(/^local-zfs:base-998-disk-\d\/vm-902-disk-\d,.*size=50G/)
})

test('rights, pool, firewall, availability and backups are there', async () => {
  const { access, firewalls, ha, backupJobs, mappings } = await proxmox.world()
  expect(access.acl).toContainEqual(expect.objectContaining({ path: '/pool/talos-cluster', roleid: 'talos-machines' }))
  expect(access.pools.find(({ poolid }) => poolid === 'talos-cluster')?.vms.toSorted()).toEqual([901, 902])
  expect(Object.keys(firewalls).sort()).toEqual(['cluster', 'guest/901', 'guest/902'])
  expect(Object.keys(ha.rules)).toEqual(['linked-at-home'])
  expect(backupJobs).toMatchObject({ 'talos-nightly': { vmid: '901,902', schedule: '02:30' } })
  expect(Object.keys(mappings.pci)).toEqual(['gpu'])
})

test('a second plan has nothing to do', async () => {
  const { code, summary, output } = await plan()
  expect([code, summary], output).toEqual([NOTHING_TO_DO, 'No changes.'])
})

test('more cores for the clones are a change of two, and no more', async () => {
  const more = ['-var', 'clone_cores=6']
  expect(await plan(...more)).toMatchObject({ code: CHANGES, summary: 'Plan: 0 to add, 2 to change, 0 to destroy.' })
  expect(await apply(...more)).toBe('0 added, 2 changed, 0 destroyed')
  expect((await vmOf(902))?.run?.config.cores).toBe('6')
  const { code, summary, output } = await plan(...more)
  expect([code, summary], output).toEqual([NOTHING_TO_DO, 'No changes.'])
})

test('destroy leaves the world as it was before', async () => {
  expect(await destroy()).toBe('20 destroyed')
  expect(await proxmox.settled()).toEqual(before)
})
