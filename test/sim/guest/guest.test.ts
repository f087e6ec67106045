import { expect, test } from 'vitest'
import type { Guest, Hardware, Machine } from '../../../sim/guest/guest.ts'
import { scriptedAgent } from '../../../sim/guest/scripted-agent.ts'
import { withWorld } from '../harness.ts'
import { make, run } from '../proxmox/qemu/tasks.ts'

/** A guest that writes down what happens to it. */
function diary() {
  const events: string[] = []
  const seen: { hardware?: Hardware; machine?: Machine } = {}
  const ask = scriptedAgent({ 'guest-get-host-name': { 'host-name': 'inside' } })
  const guest: Guest = {
    powerOn(hardware, machine) {
      events.push('on')
      seen.hardware = hardware
      seen.machine = machine
    },
    powerOff: () => events.push('off'),
    discard: () => events.push('discarded'),
    reset: () => events.push('reset'),
    pressPowerButton() {
      events.push('button')
      seen.machine?.halt()
    },
    changeHardware(hardware) {
      events.push('changed')
      seen.hardware = hardware
    },
    unplug(key) {
      events.push(`unplug ${key}`)
      return true
    },
    agent: async (command) => ask(command),
  }
  return { events, seen, guest }
}

const vm = '/nodes/pve1/qemu/100'

test('a guest is told what happens to its machine', async () => {
  const { events, seen, guest } = diary()
  await withWorld(
    async (running) => {
      await make(running, 100, {
        name: 'inner.example.test',
        memory: '1024',
        cores: '2',
        scsi0: 'thin:1',
        ide2: 'thin:cloudinit',
        net0: 'virtio=02:00:00:00:00:01,bridge=vmbr0,tag=7',
        ipconfig0: 'ip=192.0.2.20/24,gw=192.0.2.1',
        agent: '1',
        start: '1',
      })
      expect(seen.hardware).toMatchObject({
        name: 'inner.example.test',
        cpus: 2,
        memoryBytes: 1024 ** 3,
        nics: [{ key: 'net0', mac: '02:00:00:00:00:01', bridge: 'vmbr0', tag: 7, linkDown: false }],
        bootOrder: ['scsi0', 'ide2', 'net0'],
      })
      expect(seen.hardware?.cloudInit?.['network-config']).toContain("address: '192.0.2.20'")
      expect(await running.data('GET', `${vm}/agent/get-host-name`)).toEqual({ result: { 'host-name': 'inside' } })
      await running.data('PUT', `${vm}/config`, { form: { scsi1: 'thin:1' } })
      expect(seen.hardware?.disks.map((disk) => disk.key)).toContain('scsi1')
      await running.data('PUT', `${vm}/config`, { form: { delete: 'scsi1' } })
      await run(running, 'POST', `${vm}/status/reset`)
      await running.data('PUT', `${vm}/config`, { form: { delete: 'agent' } })
      await run(running, 'POST', `${vm}/status/shutdown`, { timeout: '10' }).catch(() => undefined)
    },
    undefined,
    undefined,
    () => guest,
  )
  expect(events).toEqual(['on', 'changed', 'unplug scsi1', 'changed', 'reset', 'changed'])
})

test('a guest learns that its machine is destroyed, and the next machine of that number has a new one', async () => {
  const diaries: ReturnType<typeof diary>[] = []
  const next = () => {
    const made = diary()
    diaries.push(made)
    return made.guest
  }
  await withWorld(
    async (running) => {
      await make(running, 100, { start: '1' })
      await run(running, 'POST', `${vm}/status/stop`)
      await run(running, 'DELETE', vm)
      await make(running, 100, { start: '1' })
    },
    undefined,
    undefined,
    next,
  )
  expect(diaries.map(({ events }) => events)).toEqual([['on', 'off', 'discarded'], ['on']])
})

test('a machine stops when its guest halts', async () => {
  const { seen, guest } = diary()
  await withWorld(
    async (running) => {
      await make(running, 100, { start: '1' })
      seen.machine?.halt()
      expect(await running.data('GET', `${vm}/status/current`)).toMatchObject({ status: 'stopped' })
    },
    undefined,
    undefined,
    () => guest,
  )
})
