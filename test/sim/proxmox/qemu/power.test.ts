import { describe, expect, test } from 'vitest'
import { smallWorld, withWorld } from '../../harness.ts'
import { ended, make, run } from './tasks.ts'

const vm = '/nodes/pve1/qemu/100'
const deafWorld = { ...smallWorld, guest_os: 'none: nobody listens' }

describe('shutting down', () => {
  test('ends when the guest has obeyed', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1' })
      expect(await run(running, 'POST', `${vm}/status/shutdown`)).toEqual({ status: 'OK', log: ['TASK OK'] })
      expect(await running.data('GET', `${vm}/status/current`)).toMatchObject({ status: 'stopped' })
    }))

  test('times out when nobody listens', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1' })
      const { status } = await run(running, 'POST', `${vm}/status/shutdown`, { timeout: '5' })
      expect(status).toBe('VM quit/powerdown failed - got timeout')
    }, deafWorld))

  test('cuts the power in the end when it may', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1', agent: '1' })
      const { status, log } = await run(running, 'POST', `${vm}/status/shutdown`, { timeout: '2', forceStop: '1' })
      expect(status).toBe('OK')
      expect(log).toEqual([
        "QEMU Guest Agent is not running - VM 100 qga command 'guest-ping' failed - got timeout",
        'VM still running - terminating now with SIGTERM',
        'TASK OK',
      ])
    }, deafWorld))

  test('waits as long as the start-up order says', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1', startup: 'down=3' })
      const before = running.sim.clock.now()
      await run(running, 'POST', `${vm}/status/shutdown`)
      expect(running.sim.clock.now() - before).toBeLessThan(60_000)
      expect(running.sim.clock.now() - before).toBeGreaterThanOrEqual(3000)
    }, deafWorld))

  test('is refused while the machine is paused', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1' })
      await run(running, 'POST', `${vm}/status/suspend`)
      expect((await running.ask('POST', `${vm}/status/shutdown`)).reason).toBe('VM is paused - cannot shutdown')
      await run(running, 'POST', `${vm}/status/resume`)
      expect((await run(running, 'POST', `${vm}/status/shutdown`)).status).toBe('OK')
    }))
})

describe('suspending to disk', () => {
  test('keeps the memory on a storage until the machine is started again', () =>
    withWorld(async (running) => {
      await make(running, 100, { scsi0: 'local:1', memory: '512', start: '1' })
      expect((await run(running, 'POST', `${vm}/status/suspend`, { todisk: '1' })).status).toBe('OK')
      const { config, run: process } = running.sim.world.vms[0] ?? { config: {} }
      expect(process).toBeUndefined()
      expect(config).toMatchObject({ lock: 'suspended', vmstate: expect.stringMatching(/^local:100\/vm-100-state-/) })
      expect((await run(running, 'POST', `${vm}/status/start`)).log).toContain('Resuming suspended VM')
      expect(running.sim.world.vms[0]?.config).not.toHaveProperty('lock')
      expect(running.sim.world.volumes.some((volume) => volume.name.includes('state'))).toBe(false)
    }))
})

describe('a lock', () => {
  test('is waited for as long as the genuine code waits', () =>
    withWorld(
      async (running) => {
        await make(running, 100, { start: '1' })
        const shutdown = await running.data('POST', `${vm}/status/shutdown`, { form: { timeout: '30' } })
        const before = running.sim.clock.now()
        const answer = await running.ask('PUT', `${vm}/config`, { form: { name: 'x' } })
        expect(answer.reason).toBe("can't lock file '/var/lock/qemu-server/lock-100.conf' - got timeout")
        expect(running.sim.clock.now() - before).toBeGreaterThanOrEqual(10_000)
        await ended(running, shutdown)
      },
      deafWorld,
      200,
    ))
})

describe('a machine that the cluster manages', () => {
  test('is started and stopped by the cluster some time after the request', () =>
    withWorld(
      async (running) => {
        await make(running, 100, { 'ha-managed': '1' })
        const started = await run(running, 'POST', `${vm}/status/start`)
        expect(started.log).toEqual(['Requesting HA start for VM 100', 'TASK OK'])
        expect(running.sim.world.vms[0]?.run).toBeUndefined()
        const current = () => running.data('GET', `${vm}/status/current`)
        await expect.poll(current).toMatchObject({ status: 'running', ha: { managed: 1 } })
        await run(running, 'POST', `${vm}/status/stop`)
        await expect.poll(() => running.sim.world.vms[0]?.run).toBeUndefined()
        expect((await running.ask('DELETE', vm)).reason).toBe(
          'unable to remove VM 100 - used in HA resources and purge parameter not set.',
        )
      },
      undefined,
      200,
    ))
})

describe('the monitor', () => {
  test('obeys commands by the rights of who sends them', () =>
    withWorld(async (running) => {
      await make(running, 100, { start: '1' })
      const ask = (command: string) => running.ask('POST', `${vm}/monitor`, { form: { command } })
      expect((await ask('device_add x')).reason).toBe("root-only command 'device_add'")
      await ask('stop')
      expect(JSON.parse((await ask('info status')).text).data).toBe('VM status: paused\r\n')
      await ask('quit')
      expect(JSON.parse((await ask('info status')).text).data).toBe('ERROR: VM 100 not running\n')
    }))
})
