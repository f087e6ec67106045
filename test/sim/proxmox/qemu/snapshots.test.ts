import { describe, expect, test } from 'vitest'
import { withWorld } from '../../harness.ts'
import { configOf, make, run } from './tasks.ts'

const vm = '/nodes/pve1/qemu/100'

describe('a snapshot of a running machine', () => {
  test('keeps its memory when told, and brings it back running', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1', memory: '512', start: '1' })
      const { status, log } = await run(running, 'POST', `${vm}/snapshot`, { snapname: 'warm', vmstate: '1' })
      expect(status).toBe('OK')
      expect(log).toContain("saving VM state and RAM using storage 'thin'")
      expect(await running.data('GET', `${vm}/snapshot`)).toContainEqual(
        expect.objectContaining({ name: 'warm', vmstate: 1 }),
      )
      await run(running, 'POST', `${vm}/status/stop`)
      await run(running, 'POST', `${vm}/snapshot/warm/rollback`)
      expect(await running.data('GET', `${vm}/status/current`)).toMatchObject({ status: 'running' })
      await run(running, 'DELETE', `${vm}/snapshot/warm`)
      expect(running.sim.world.volumes.map((volume) => volume.name)).toEqual(['vm-100-disk-0'])
    }))

  test('says why the file systems were not frozen', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1', start: '1' })
      const { log } = await run(running, 'POST', `${vm}/snapshot`, { snapname: 'cold' })
      expect(log[0]).toBe('skipping guest filesystem freeze - disabled in VM options')
    }))
})

describe('rolling back', () => {
  test('keeps disks that came later as unused, and shrinks those that grew', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1' })
      await run(running, 'POST', `${vm}/snapshot`, { snapname: 'one' })
      await running.data('PUT', `${vm}/config`, { form: { scsi1: 'thin:1' } })
      await run(running, 'PUT', `${vm}/resize`, { disk: 'scsi0', size: '4G' })
      await run(running, 'POST', `${vm}/snapshot/one/rollback`)
      expect(await configOf(running, 100)).toMatchObject({
        scsi0: 'thin:vm-100-disk-0,size=1G',
        unused0: 'thin:vm-100-disk-1',
        parent: 'one',
      })
      expect(running.sim.world.volumes.find((volume) => volume.name === 'vm-100-disk-0')?.sizeBytes).toBe(1024 ** 3)
    }))

  test('hands children of a removed snapshot to its parent', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1' })
      for (const snapname of ['one', 'two', 'three']) await run(running, 'POST', `${vm}/snapshot`, { snapname })
      await run(running, 'DELETE', `${vm}/snapshot/two`)
      expect(await running.data('GET', `${vm}/snapshot`)).toContainEqual(
        expect.objectContaining({ name: 'three', parent: 'one' }),
      )
    }))
})

test('a disk that a snapshot needs is not removed', () =>
  withWorld(async (running) => {
    await make(running, 100, { scsi0: 'thin:1' })
    await run(running, 'POST', `${vm}/snapshot`, { snapname: 'one' })
    await running.data('PUT', `${vm}/config`, { form: { delete: 'scsi0' } })
    expect((await running.ask('PUT', `${vm}/config`, { form: { delete: 'unused0' } })).reason).toBe(
      "unable to delete 'thin:vm-100-disk-0' - volume is still in use (snapshot?)",
    )
  }))
