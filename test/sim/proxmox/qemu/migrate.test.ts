import { describe, expect, test } from 'vitest'
import { smallWorld, withWorld } from '../../harness.ts'
import { make, run } from './tasks.ts'

const cluster = {
  ...smallWorld,
  cluster: 'two',
  nodes: ['pve1', 'pve2'],
  storages: [
    ...(smallWorld.storages ?? []),
    { storage: 'ceph', type: 'rbd', pool: 'vms', content: ['images'] },
    { storage: 'here', type: 'dir', path: '/mnt/here', content: ['images'], nodes: ['pve1'] },
  ],
}
const vm = '/nodes/pve1/qemu/100'

const withoutTime = (log: readonly string[]) =>
  log.map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /, '').replace(/\(duration [\d:]+\)/, '(duration)'))

describe('moving a machine', () => {
  test('takes a stopped one with its local disks to another node', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'local:1', scsi1: 'ceph:1' })
      const { status, log } = await run(running, 'POST', `${vm}/migrate`, { target: 'pve2' })
      expect(status).toBe('OK')
      expect(withoutTime(log)).toEqual(
        expect.arrayContaining([
          "starting migration of VM 100 to node 'pve2' (192.0.2.12)",
          "found local disk 'local:100/vm-100-disk-0.raw' (attached)",
          'copying local disk images',
          'migration finished successfully (duration)',
        ]),
      )
      expect((await running.ask('GET', `${vm}/config`)).reason).toBe(
        "Configuration file 'nodes/pve1/qemu-server/100.conf' does not exist",
      )
      expect(await running.data('GET', '/nodes/pve2/qemu/100/config')).toMatchObject({
        scsi0: 'local:100/vm-100-disk-0.raw,size=1G',
      })
      const nodes = running.sim.world.volumes.map((volume) => volume.node)
      expect(nodes).toEqual(['pve2', undefined])
    }, cluster))

  test('keeps a running one running', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'ceph:1', start: '1' })
      expect((await running.ask('POST', `${vm}/migrate`, { form: { target: 'pve2' } })).reason).toBe(
        "can't migrate running VM without --online",
      )
      expect((await run(running, 'POST', `${vm}/migrate`, { target: 'pve2', online: '1' })).status).toBe('OK')
      expect(await running.data('GET', '/nodes/pve2/qemu/100/status/current')).toMatchObject({ status: 'running' })
    }, cluster))

  test('does not take local disks of a running one unless told', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1', start: '1' })
      const { status, log } = await run(running, 'POST', `${vm}/migrate`, { target: 'pve2', online: '1' })
      expect(status).toBe('migration aborted')
      expect(withoutTime(log)).toContain(
        "can't migrate local disk 'thin:vm-100-disk-0': can't live migrate attached local disks without with-local-disks option",
      )
      expect(await running.data('GET', `${vm}/status/current`)).toMatchObject({ status: 'running' })
    }, cluster))

  test('is refused where the other node lacks a storage', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'here:1' })
      expect((await running.ask('POST', `${vm}/migrate`, { form: { target: 'pve2' } })).reason).toBe(
        "storage 'here' is not available on node 'pve2'",
      )
      expect(await running.data('GET', `${vm}/migrate`)).toMatchObject({
        allowed_nodes: [],
        not_allowed_nodes: { pve2: { unavailable_storages: ['here'] } },
        local_disks: [{ volid: 'here:100/vm-100-disk-0.raw', drivename: 'scsi0' }],
      })
    }, cluster))

  test('puts disks on another storage when told', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'here:1' })
      const form = { target: 'pve2', targetstorage: 'local' }
      expect((await run(running, 'POST', `${vm}/migrate`, form)).status).toBe('OK')
      expect(await running.data('GET', '/nodes/pve2/qemu/100/config')).toMatchObject({
        scsi0: 'local:100/vm-100-disk-0.raw,size=1G',
      })
    }, cluster))
})

test('a clone goes to another node only with shared disks', () =>
  withWorld(async (running) => {
    await make(running, 100, { scsi0: 'ceph:1' })
    await make(running, 101, { scsi0: 'local:1' })
    const form = { newid: '200', target: 'pve2' }
    expect((await running.ask('POST', '/nodes/pve1/qemu/101/clone', { form })).reason).toBe(
      "can't clone VM to node 'pve2' (VM uses local storage)",
    )
    expect((await run(running, 'POST', '/nodes/pve1/qemu/100/clone', form)).status).toBe('OK')
    expect(await running.data('GET', '/nodes/pve2/qemu/200/config')).toMatchObject({
      scsi0: 'ceph:vm-200-disk-0,size=1G',
    })
  }, cluster))
