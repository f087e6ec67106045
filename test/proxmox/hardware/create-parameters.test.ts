import { describe, expect, test } from 'vitest'
import { cloneParameters, createParameters } from '../../../src/proxmox/hardware/create-parameters.ts'
import { wantedVm } from '../../../src/proxmox/hardware/wanted-vm.ts'
import { exampleCluster } from '../../examples.ts'
import { machineOf, resolved, smallCluster } from '../../resolve/resolved.ts'
import { making, wantedOf } from '../simulated.ts'

const iso = { mode: 'iso', volid: 'local:iso/talos-v1-12nocloud-amd64.iso' } as const

describe('the call that makes a VM', () => {
  test('sets exactly the keys of the reference VM 2001, and where and whose it is', async () => {
    const desired = await exampleCluster('vm-hardware')
    const wanted = wantedOf(desired, machineOf(desired, 'talos-cplane-001'))
    const { description, smbios1, tags, ...rest } = createParameters(wanted, { node: 'pve' }, iso)
    expect(rest).toEqual({
      node: 'pve',
      vmid: 2001,
      agent: '1',
      balloon: 0,
      bios: 'ovmf',
      boot: 'order=scsi0;ide2;net0',
      cores: 4,
      cpu: 'host',
      efidisk0: 'local-zfs:1,efitype=4m',
      ide2: 'local:iso/talos-v1-12nocloud-amd64.iso,media=cdrom',
      machine: 'q35',
      memory: '8192',
      name: 'talos-cplane-001',
      net0: 'virtio=BC:24:11:62:36:54,bridge=vmbr0,queues=4,tag=7',
      numa: true,
      ostype: 'l26',
      scsi0: 'local-zfs:256,backup=0,discard=on,replicate=0,ssd=1',
      scsihw: 'virtio-scsi-pci',
      sockets: 1,
      startup: 'order=4,up=15,down=60',
    })
    expect(smbios1).toBe(`uuid=${machineOf(desired, 'talos-cplane-001').uuid}`)
    expect(tags?.split(';')).toEqual(
      expect.arrayContaining(['kubernetes', 'linux', 'talos', 'template', 'talmox', 'rack']),
    )
    expect(description).toMatchInlineSnapshot(`
      "\`\`\`talmox
      cluster: rack
      pool: controlPlane
      index: 1
      node: talos-cplane-001
      contract: v1.12
      schematic: cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc
      talmox: 0.0.0
      keys: agent balloon bios boot cores cpu efidisk0 ide2 machine memory name net0 numa ostype scsi0 scsihw smbios1 sockets startup tags
      \`\`\`"
    `)
  })

  test('fills the boot disk from an image, and leaves further disks empty', async () => {
    const vm = { disks: [{ size: '100GiB', storage: 'tank' }], tpm: {}, efidisk: { preEnrolledKeys: false } }
    const desired = await resolved({
      ...smallCluster,
      talos: { version: 'v1.12.4', secureBoot: true },
      controlPlane: { count: 1, vm },
    })
    const wanted = wantedOf(desired, machineOf(desired, 'test-cp-1'))
    const image = { mode: 'import', volid: 'local:import/talos.qcow2' } as const
    expect(createParameters(wanted, { node: 'pve1', pool: 'k8s' }, image)).toMatchObject({
      pool: 'k8s',
      scsi0: 'local-lvm:0,backup=0,discard=on,import-from=local:import/talos.qcow2,replicate=0,ssd=1',
      scsi1: 'tank:100,backup=0,discard=on,replicate=0,ssd=1',
      efidisk0: 'local-lvm:1,efitype=4m',
      tpmstate0: 'local-lvm:1,version=v2.0',
      ide0: 'local-lvm:cloudinit,media=cdrom',
    })
  })

  test('never starts the VM', async () => {
    const desired = await exampleCluster('single-node')
    for (const machine of desired.machines) {
      const image = { mode: 'import', volid: 'local:import/talos.qcow2' } as const
      expect(createParameters(wantedOf(desired, machine), { node: 'pve' }, image)).not.toHaveProperty('start')
    }
  })

  test('is refused here when Proxmox would refuse it, with the key and what is wrong', async () => {
    const desired = await exampleCluster('single-node')
    const [machine] = desired.machines
    if (machine === undefined) throw new Error('the example has no machine')
    const wanted = wantedVm(machine, desired, making)
    const broken = { ...wanted, keys: { ...wanted.keys, cores: '0' } }
    expect(() => createParameters(broken, { node: 'pve' }, iso)).toThrow(/would refuse this VM: cores: .*minimum/)
  })
})

describe('the call that clones a VM', () => {
  test('carries name and notes, so that what is half-made can be known', async () => {
    const desired = await exampleCluster('cloned-template-gpu')
    const wanted = wantedOf(desired, machineOf(desired, 'k3s-dev-control-1'))
    const how = { node: 'pve', template: 998, full: true, storage: 'tank' }
    const { description, ...rest } = cloneParameters(wanted, how)
    expect(rest).toEqual({
      node: 'pve',
      vmid: 998,
      newid: wanted.vmid,
      full: true,
      name: 'k3s-dev-control-1',
      storage: 'tank',
    })
    expect(description).toContain('cluster: k3s-dev')
  })

  test('does not say where the disks of a linked clone go', async () => {
    const desired = await exampleCluster('cloned-template-gpu')
    const wanted = wantedOf(desired, machineOf(desired, 'k3s-dev-control-1'))
    const how = { node: 'pve', template: 998, full: false, storage: 'tank', target: 'pve2' }
    const parameters = cloneParameters(wanted, how)
    expect(parameters).toMatchObject({ full: false, target: 'pve2' })
    expect(parameters).not.toHaveProperty('storage')
  })
})
