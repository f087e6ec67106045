import { expect, test } from 'vitest'
import { withWorld } from '../../harness.ts'
import { configOf, make, run } from './tasks.ts'

test('a machine comes back from its backup with its settings and disks', () =>
  withWorld(async (running) => {
    await make(running, 100, { name: 'kept', cores: '3', scsi0: 'local:1,ssd=1' })
    const before = await configOf(running, 100)
    const backup = await run(running, 'POST', '/nodes/pve1/vzdump', { vmid: '100', storage: 'local', compress: 'zstd' })
    expect(backup.status).toBe('OK')
    const archive = running.sim.world.volumes.find((volume) => volume.content === 'backup')
    expect(archive?.name).toMatch(/^backup\/vzdump-qemu-100-[\d_-]+\.vma\.zst$/)
    await run(running, 'DELETE', '/nodes/pve1/qemu/100')
    const form = { vmid: '200', archive: `local:${archive?.name}`, storage: 'thin' }
    expect((await run(running, 'POST', '/nodes/pve1/qemu', form)).status).toBe('OK')
    const after = await configOf(running, 200)
    expect(after).toEqual({ ...before, scsi0: 'thin:vm-200-disk-0,size=1G,ssd=1', digest: after.digest })
  }))

test('a machine that cannot be backed up does not keep the others from it', () =>
  withWorld(async (running) => {
    await make(running, 100)
    await make(running, 101, { scsi0: 'local:1' })
    const machine = running.sim.world.vms.find((vm) => vm.vmid === 100)
    if (machine !== undefined) machine.config.lock = 'migrate'
    const { status, log } = await run(running, 'POST', '/nodes/pve1/vzdump', { vmid: '100,101', storage: 'local' })
    expect(status).toBe('job errors')
    expect(log).toContain('ERROR: Backup of VM 100 failed - VM is locked (migrate)')
    expect(running.sim.world.volumes.filter((volume) => volume.content === 'backup')).toHaveLength(1)
  }))
