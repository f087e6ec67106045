import { afterAll, describe, expect, test } from 'vitest'
import { startProxmox } from './simulated.ts'
import { byToken, CHANGES, NOTHING_TO_DO, prepareTofu } from './tofu.ts'

describe.each(['9.2', '8.4'] as const)('six machines on Proxmox %s', async (flavour) => {
  const proxmox = await startProxmox(flavour)
  afterAll(() => proxmox.stop())
  const { succeed, plan, apply, destroy } = await prepareTofu('machines', proxmox.scratch, byToken(proxmox))
  const before = await proxmox.settled()

  const configOf = async (vmid: number) => (await proxmox.world()).vms.find((vm) => vm.vmid === vmid)?.config

  test('init finds the provider', async () => {
    expect(await succeed('init')).toContain('successfully initialized')
  })

  test('the first plan is an image for each host and six machines', async () => {
    expect(await plan()).toMatchObject({ code: CHANGES, summary: 'Plan: 9 to add, 0 to change, 0 to destroy.' })
  })

  test('apply makes them', async () => {
    expect(await apply()).toBe('9 added, 0 changed, 0 destroyed')
  })

  test('six machines run on three hosts, in the pool', async () => {
    const { vms, access } = await proxmox.world()
    expect(vms.map(({ vmid, node, run }) => [vmid, node, run?.status]).sort()).toEqual([
      [2001, 'pve1', 'running'],
      [2002, 'pve2', 'running'],
      [2003, 'pve3', 'running'],
      [2011, 'pve1', 'running'],
      [2012, 'pve2', 'running'],
      [2013, 'pve3', 'running'],
    ])
    const [pool] = access.pools
    expect([pool?.poolid, pool?.vms.toSorted()]).toEqual(['talos', [2001, 2002, 2003, 2011, 2012, 2013]])
  })

  test('their hardware is that of the machines that people have', async () => {
    expect(await configOf(2001)).toEqual({
      acpi: '1',
      agent: 'enabled=1,fstrim_cloned_disks=0,type=virtio',
      balloon: '0',
      bios: 'ovmf',
      boot: 'order=scsi0',
      cores: '4',
      cpu: 'host',
      description: 'Talos controlplane',
      efidisk0: 'local-zfs:vm-2001-disk-0,efitype=4m,pre-enrolled-keys=0,size=1M',
      ide2: 'local-zfs:vm-2001-cloudinit,media=cdrom',
      ipconfig0: 'gw=10.7.0.254,ip=10.7.0.1/24',
      keyboard: 'en-us',
      machine: 'q35',
      memory: '8192',
      meta: expect.stringMatching(/^creation-qemu=[\d.]+,ctime=\d+$/),
      name: 'talos-cplane-001',
      nameserver: '10.7.0.254',
      net0: expect.stringMatching(/^virtio=BC:24:11(:[0-9A-F]{2}){3},bridge=vmbr0,firewall=0,queues=4,tag=7$/),
      numa: '1',
      onboot: '1',
      ostype: 'l26',
      protection: '0',
      scsi0:
        'local-zfs:vm-2001-disk-1,aio=io_uring,backup=0,cache=none,discard=on,iothread=0,replicate=0,size=64G,ssd=1',
      scsihw: 'virtio-scsi-pci',
      serial0: 'socket',
      smbios1: expect.stringMatching(/^uuid=[0-9a-f-]{36}$/),
      sockets: '1',
      startup: 'order=1,up=15,down=60',
      tablet: '0',
      tags: 'controlplane;kubernetes;linux;talos',
      template: '0',
      vmgenid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('their agents tell the addresses that cloud-init gave them', async () => {
    const addresses: Record<string, readonly (readonly string[])[]> = JSON.parse(
      await succeed('output', '-json', 'addresses'),
    )
    expect(addresses['talos-worker-003']).toEqual([['127.0.0.1'], ['10.7.0.13']])
  })

  test('a second plan has nothing to do', async () => {
    expect(await plan()).toMatchObject({ code: NOTHING_TO_DO, summary: 'No changes.' })
  })

  test('more memory for the workers is a change of three', async () => {
    const more = ['-var', 'worker_memory=24576']
    expect(await plan(...more)).toMatchObject({ code: CHANGES, summary: 'Plan: 0 to add, 3 to change, 0 to destroy.' })
    expect(await apply(...more)).toBe('0 added, 3 changed, 0 destroyed')
    const { vms } = await proxmox.world()
    expect(vms.find(({ vmid }) => vmid === 2011)?.run?.config.memory).toBe('24576')
    expect(await plan(...more)).toMatchObject({ code: NOTHING_TO_DO, summary: 'No changes.' })
  })

  test('destroy leaves the world as it was before', async () => {
    expect(await destroy()).toBe('9 destroyed')
    // The provider does not wait for the tasks that remove images.
    expect(await proxmox.settled()).toEqual(before)
  })
})
