import { describe, expect, test } from 'vitest'
import { smallWorld, withWorld } from '../../harness.ts'
import { configOf, ended, make, run } from './tasks.ts'

const vm = '/nodes/pve1/qemu/100'
const deafWorld = { ...smallWorld, guest_os: 'none: nobody listens' }

describe('a change of a running machine', () => {
  test('waits for the next start where the hardware cannot change, and is shown as pending', () =>
    withWorld(async (running) => {
      await make(running, 100, { cores: '1', start: '1' })
      await running.data('PUT', `${vm}/config`, { form: { cores: '2' } })
      expect(await configOf(running, 100)).toMatchObject({ cores: 2 })
      expect(await configOf(running, 100, '?current=1')).toMatchObject({ cores: 1 })
      expect(await running.data('GET', `${vm}/pending`)).toContainEqual({ key: 'cores', value: 1, pending: 2 })
    }))

  test('is taken back by revert', () =>
    withWorld(async (running) => {
      await make(running, 100, { cores: '1', start: '1' })
      await running.data('PUT', `${vm}/config`, { form: { cores: '2' } })
      await running.data('PUT', `${vm}/config`, { form: { revert: 'cores' } })
      expect(await running.data('GET', `${vm}/pending`)).toContainEqual({ key: 'cores', value: 1 })
    }))

  test('takes effect with a reboot, which starts the machine again by itself', () =>
    withWorld(async (running) => {
      await make(running, 100, { cores: '1', memory: '256', start: '1' })
      await running.data('PUT', `${vm}/config`, { form: { cores: '2', delete: 'memory' } })
      expect((await run(running, 'POST', `${vm}/status/reboot`)).status).toBe('OK')
      const again = running.sim.world.tasks.at(-1)
      expect(again).toMatchObject({ type: 'qmstart', user: 'root@pam' })
      await ended(running, again?.upid)
      expect(await configOf(running, 100, '?current=1')).toMatchObject({ cores: 2 })
      expect(running.sim.world.vms[0]?.run?.config.memory).toBeUndefined()
    }))

  test('plugs disks and cards at once', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1' })
      await running.data('PUT', `${vm}/config`, { form: { scsi1: 'thin:1', net0: 'virtio,bridge=vmbr0' } })
      expect(await configOf(running, 100, '?current=1')).toMatchObject({ scsi1: 'thin:vm-100-disk-0,size=1G' })
    }))

  test('leaves disks pending when the machine is not to be changed while it runs', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1', hotplug: '0' })
      await running.data('PUT', `${vm}/config`, { form: { scsi1: 'thin:1' } })
      expect(await configOf(running, 100, '?current=1')).not.toHaveProperty('scsi1')
      expect(await configOf(running, 100)).toHaveProperty('scsi1')
    }))

  test('fails where the guest does not let a device go, and stays pending', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1', boot: 'order=net0', start: '1' })
      const answer = await running.ask('PUT', `${vm}/config`, { form: { delete: 'scsi0' } })
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.text).errors).toEqual({
        scsi0: "hotplug problem - error on hot-unplugging device 'scsi0' - still busy in guest?\n",
      })
      expect(await running.data('GET', `${vm}/pending`)).toContainEqual({
        key: 'scsi0',
        value: 'thin:vm-100-disk-0,size=1G',
        delete: 1,
      })
    }, deafWorld))

  test('never takes away what the machine boots from', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1', start: '1' })
      const answer = await running.ask('PUT', `${vm}/config`, { form: { delete: 'scsi0' } })
      expect(JSON.parse(answer.text).errors).toEqual({ scsi0: "hotplug problem - can't unplug bootdisk 'scsi0'\n" })
    }))

  test('does not turn a disk into a CD', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'thin:1', start: '1' })
      const answer = await running.ask('PUT', `${vm}/config`, { form: { scsi0: 'none,media=cdrom' } })
      expect(JSON.parse(answer.text).errors).toEqual({ scsi0: 'hotplug problem - unable to change media type\n' })
    }))

  test('takes names and tags at once', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1' })
      await running.data('PUT', `${vm}/config`, { form: { name: 'new', tags: 'B;a' } })
      expect(await configOf(running, 100, '?current=1')).toMatchObject({ name: 'new', tags: 'a;b' })
    }))

  test('refuses a card on a bridge that the host does not have', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1' })
      const answer = await running.ask('PUT', `${vm}/config`, { form: { net0: 'virtio,bridge=vmbr7' } })
      expect(JSON.parse(answer.text).errors).toEqual({ net0: "hotplug problem - bridge 'vmbr7' does not exist\n" })
    }))
})

describe('cloud-init settings of a running machine', () => {
  test('differ from the drive until it is written again', () =>
    withWorld(async (running) => {
      await make(running, 100, { ide2: 'thin:cloudinit', nameserver: '192.0.2.1', start: '1' })
      await running.data('PUT', `${vm}/config`, { form: { nameserver: '192.0.2.2', ciuser: 'me' } })
      expect(await running.data('GET', `${vm}/cloudinit`)).toEqual([
        { key: 'ciuser', pending: 'me' },
        { key: 'nameserver', value: '192.0.2.1', pending: '192.0.2.2' },
      ])
      await running.data('PUT', `${vm}/cloudinit`)
      expect(await running.data('GET', `${vm}/cloudinit`)).toEqual([
        { key: 'ciuser', value: 'me' },
        { key: 'nameserver', value: '192.0.2.2' },
      ])
    }))
})
