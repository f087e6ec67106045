import { describe, expect, test } from 'vitest'
import { storageLock } from '../../../../sim/proxmox/tasks/locks.ts'
import { smallWorld, withWorld } from '../../harness.ts'
import { configOf, ended, make, run } from './tasks.ts'

describe('making a machine', () => {
  test('leaves nothing behind when a disk cannot be made', () =>
    withWorld(async (running) => {
      const { status } = await run(running, 'POST', '/nodes/pve1/qemu', {
        vmid: '100',
        scsi0: 'thin:1',
        scsi1: 'local:999/vm-999-disk-0.raw',
      })
      expect(status).toBe("unable to create VM 100 - volume 'local:999/vm-999-disk-0.raw' does not exist")
      expect(running.sim.world.vms).toEqual([])
      expect(running.sim.world.volumes).toEqual([])
    }))

  test('gives a number to one of two who want it', () =>
    withWorld(async (running) => {
      const form = { vmid: '100' }
      const answers = await Promise.all([1, 2].map(() => running.ask('POST', '/nodes/pve1/qemu', { form })))
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 500])
      const refused = answers.find((answer) => answer.status === 500)
      expect(refused?.reason).toBe("unable to create VM 100 - VM 100 already exists on node 'pve1'")
      const accepted = answers.find((answer) => answer.status === 200)
      await ended(running, JSON.parse(accepted?.text ?? '{}').data)
    }))

  test('names volumes as the storage wants them', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1', scsi1: 'local:1,format=qcow2', ide2: 'thin:cloudinit' })
      expect(await configOf(running, 100)).toMatchObject({
        scsi0: 'thin:vm-100-disk-0,size=1G',
        scsi1: 'local:100/vm-100-disk-0.qcow2,size=1G',
        ide2: 'thin:vm-100-cloudinit,media=cdrom',
      })
    }))

  test('makes the firmware disk as large as the storage makes volumes', () =>
    withWorld(
      async (running) => {
        const sizes: Record<string, unknown> = {}
        for (const [at, storage] of ['local', 'thin', 'zfs'].entries()) {
          await make(running, 100 + at, { bios: 'ovmf', efidisk0: `${storage}:1,efitype=4m` })
          sizes[storage] = /size=(\w+)/.exec(String((await configOf(running, 100 + at)).efidisk0))?.[1]
        }
        expect(sizes).toEqual({ local: '528K', thin: '4M', zfs: '1M' })
      },
      {
        ...smallWorld,
        storages: [
          ...(smallWorld.storages ?? []),
          { storage: 'zfs', type: 'zfspool', pool: 'rpool/data', content: ['images'] },
        ],
      },
    ))

  test('gives addresses of the range of the datacenter', () =>
    withWorld(async (running) => {
      running.sim.world.options.mac_prefix = '02:AA:BB:CC'
      await make(running, 100, { net0: 'virtio' })
      expect((await configOf(running, 100)).net0).toMatch(/^virtio=02:AA:BB:CC(:[0-9A-F]{2}){2}$/)
    }))

  test('refuses who may not use a bridge, and a pool that does not exist', () =>
    withWorld(async (running) => {
      const form = { vmid: '100', net0: 'virtio,bridge=vmbr0' }
      expect((await running.ask('POST', '/nodes/pve1/qemu', { as: 'nobody@pve!none', form })).status).toBe(403)
      const pooled = { vmid: '100', pool: 'nowhere' }
      expect((await running.ask('POST', '/nodes/pve1/qemu', { form: pooled })).reason).toBe(
        "Permission check failed (pool 'nowhere' does not exist)",
      )
    }))

  test('gives up when the storage is busy for longer than the genuine time', () =>
    withWorld(async (running) => {
      const { sim } = running
      let free = () => {}
      const busy = sim.locks.hold(
        storageLock('pve1', 'thin', false),
        () =>
          new Promise<void>((resolve) => {
            free = resolve
          }),
      )
      const { status } = await run(running, 'POST', '/nodes/pve1/qemu', { vmid: '100', scsi0: 'thin:1' })
      expect(status).toBe(
        "unable to create VM 100 - can't lock file '/var/lock/pve-manager/pve-storage-thin' - got timeout",
      )
      expect(sim.world.vms).toEqual([])
      free()
      await busy
    }))
})

describe('protection', () => {
  test('keeps a machine and its disks', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1', protection: '1' })
      expect((await running.ask('DELETE', '/nodes/pve1/qemu/100')).reason).toBe(
        "can't remove VM 100 - protection mode enabled",
      )
      expect((await running.ask('PUT', '/nodes/pve1/qemu/100/config', { form: { delete: 'scsi0' } })).reason).toBe(
        "can't remove drive 'scsi0' - protection mode enabled",
      )
    }))
})

describe('a digest', () => {
  test('guards against changes that the caller has not seen', () =>
    withWorld(async (running) => {
      await make(running, 100)
      const { digest } = await configOf(running, 100)
      const form = { digest: String(digest), cores: '2' }
      await running.data('PUT', '/nodes/pve1/qemu/100/config', { form })
      const again = await running.ask('PUT', '/nodes/pve1/qemu/100/config', { form: { ...form, cores: '3' } })
      expect(again.reason).toBe('checksum mismatch (file change by other user?)')
    }))
})
