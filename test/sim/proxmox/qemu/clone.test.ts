import { describe, expect, test } from 'vitest'
import { smallWorld, withWorld } from '../../harness.ts'
import { configOf, ended, make, run } from './tasks.ts'

const zfsWorld = {
  ...smallWorld,
  storages: [{ storage: 'zfs', type: 'zfspool', pool: 'rpool/data', content: ['images'] }],
}

describe('a clone of a template', () => {
  test('stands on the disks of the template, which then cannot go', () =>
    withWorld(async (running) => {
      await make(running, 9000, { name: 'base', scsi0: 'local:2,format=qcow2,ssd=1', ide2: 'local:cloudinit' })
      await run(running, 'POST', '/nodes/pve1/qemu/9000/template')
      const { log } = await run(running, 'POST', '/nodes/pve1/qemu/9000/clone', { newid: '9101', name: 'cp-1' })
      expect(log.filter((line) => !line.startsWith('transferred'))).toEqual([
        'creating a clone of VM 9000 with ID 9101',
        'create full clone of drive ide2 (local:9000/vm-9000-cloudinit.qcow2)',
        expect.stringContaining("Formatting '/var/lib/vz/images/9101/vm-9101-cloudinit.qcow2', fmt=qcow2"),
        "allocated target volume 'local:9101/vm-9101-cloudinit.qcow2'",
        'create linked clone of drive scsi0 (local:9000/base-9000-disk-0.qcow2)',
        expect.stringContaining('clone 9000/base-9000-disk-0.qcow2: images, vm-9101-disk-0.qcow2, 9101 to'),
        expect.stringContaining('backing_file=../9000/base-9000-disk-0.qcow2 backing_fmt=qcow2'),
        'TASK OK',
      ])
      expect(await configOf(running, 9101)).toMatchObject({
        name: 'cp-1',
        scsi0: 'local:9000/base-9000-disk-0.qcow2/9101/vm-9101-disk-0.qcow2,size=2G,ssd=1',
        ide2: 'local:9101/vm-9101-cloudinit.qcow2,media=cdrom,size=4M',
      })
      const { status } = await run(running, 'DELETE', '/nodes/pve1/qemu/9000')
      expect(status).toBe("base volume 'local:9000/base-9000-disk-0.qcow2' is still in use by linked cloned")
    }))

  test('may itself become a template that others stand on', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'zfs:1' })
      await run(running, 'POST', '/nodes/pve1/qemu/100/template')
      await run(running, 'POST', '/nodes/pve1/qemu/100/clone', { newid: '101' })
      await run(running, 'POST', '/nodes/pve1/qemu/101/template')
      await run(running, 'POST', '/nodes/pve1/qemu/101/clone', { newid: '102' })
      expect(await configOf(running, 101)).toMatchObject({ scsi0: 'zfs:base-100-disk-0/base-101-disk-0,size=1G' })
      const { status } = await run(running, 'DELETE', '/nodes/pve1/qemu/101')
      expect(status).toBe("base volume 'zfs:base-100-disk-0/base-101-disk-0' is still in use by linked cloned")
      await run(running, 'DELETE', '/nodes/pve1/qemu/102')
      expect((await run(running, 'DELETE', '/nodes/pve1/qemu/101')).status).toBe('OK')
      expect((await run(running, 'DELETE', '/nodes/pve1/qemu/100')).status).toBe('OK')
      expect(running.sim.world.volumes).toEqual([])
    }, zfsWorld))

  test('has a name of its own on LVM, where its base may go', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1' })
      await run(running, 'POST', '/nodes/pve1/qemu/100/template')
      await run(running, 'POST', '/nodes/pve1/qemu/100/clone', { newid: '101' })
      expect(await configOf(running, 101)).toMatchObject({ scsi0: 'thin:vm-101-disk-0,size=1G' })
      expect((await run(running, 'DELETE', '/nodes/pve1/qemu/100')).status).toBe('OK')
    }))

  test('has its own addresses and numbers', () =>
    withWorld(async (running) => {
      await make(running, 100, { net0: 'virtio,bridge=vmbr0' })
      await run(running, 'POST', '/nodes/pve1/qemu/100/clone', { newid: '101', full: '1' })
      const [source, copy] = [await configOf(running, 100), await configOf(running, 101)]
      for (const key of ['net0', 'smbios1', 'vmgenid']) expect(copy[key]).not.toBe(source[key])
      expect(copy.name).toBe('Copy-of-VM-100')
    }))

  test('can be made many times at once, since a template is only read', () =>
    withWorld(
      async (running) => {
        await make(running, 100, { scsi0: 'thin:1' })
        await run(running, 'POST', '/nodes/pve1/qemu/100/template')
        const ids = ['101', '102', '103', '104']
        const path = '/nodes/pve1/qemu/100/clone'
        const upids = await Promise.all(ids.map((newid) => running.data('POST', path, { form: { newid } })))
        const results = await Promise.all(upids.map((upid) => ended(running, upid)))
        expect(results.map((each) => each.status)).toEqual(['OK', 'OK', 'OK', 'OK'])
      },
      undefined,
      100,
    ))

  test('leaves nothing behind when it is stopped', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'local:1', scsi1: 'local:64' })
      const before = running.sim.world.volumes.length
      const upid = await running.data('POST', '/nodes/pve1/qemu/100/clone', { form: { newid: '103' } })
      running.sim.workers.stop(String(upid))
      expect((await ended(running, upid)).status).toContain('received interrupt')
      expect(running.sim.world.vms.some((vm) => vm.vmid === 103)).toBe(false)
      expect(running.sim.world.volumes).toHaveLength(before)
    }))
})
