import { describe, expect, test } from 'vitest'
import { armFaults } from '../../../sim/faults/faults.ts'
import { faultKinds } from '../../../sim/faults/kinds.ts'
import { isTurn } from '../../../sim/faults/match.ts'
import { faultRule } from '../../../sim/faults/rule.ts'
import { guestLock } from '../../../sim/proxmox/tasks/locks.ts'
import { type Running, smallWorld, withWorld } from '../harness.ts'

const MACHINE = { vmid: '100', name: 'one', memory: '512', scsi0: 'thin:4', onboot: '1' }

/** Runs a test against a world in which a rule is armed and one machine exists. */
function withFault(rule: unknown, run: (running: Running) => Promise<void>, seed = smallWorld) {
  return withWorld(
    async (running) => {
      const { sim, data } = running
      await finished(running, await data('POST', '/nodes/pve1/qemu', { form: MACHINE }))
      armFaults(sim).add(faultRule.parse(rule))
      await run(running)
    },
    seed,
    5000,
  )
}

async function finished({ sim }: Running, upid: unknown): Promise<string | undefined> {
  await sim.workers.ended(String(upid))
  return sim.world.tasks.find((task) => task.upid === upid)?.status
}

const CONFIG = '/nodes/pve1/qemu/100/config'
const START = '/nodes/pve1/qemu/100/status/start'

test('a lock that is not to be had fails after the genuine time with the genuine words, and the next attempt works', () =>
  withFault(
    { when: { method: 'PUT', path: '/nodes/*/qemu/*/config', nth: 1 }, do: 'lock-timeout' },
    async (running) => {
      const before = running.sim.clock.now()
      const refused = await running.ask('PUT', CONFIG, { form: { memory: '1024' } })
      expect(refused.reason).toBe("can't lock file '/var/lock/qemu-server/lock-100.conf' - got timeout")
      expect(running.sim.clock.now() - before).toBeGreaterThanOrEqual(10_000)
      expect((await running.ask('PUT', CONFIG, { form: { memory: '1024' } })).status).toBe(200)
    },
  ))

describe('a connection that drops', () => {
  const rule = (how: string) => ({ when: { method: 'PUT', times: 1 }, do: { 'drop-connection': how } })
  const memory = async ({ data }: Running) => JSON.parse(JSON.stringify(await data('GET', CONFIG))).memory

  test.each([
    ['before', '512'],
    ['after', '1024'],
    ['mid-answer', '1024'],
  ])('%s leaves the caller without an answer, and the memory at %s', (how, left) =>
    withFault(rule(how), async (running) => {
      await expect(running.ask('PUT', CONFIG, { form: { memory: '1024' } })).rejects.toThrow()
      expect(await memory(running)).toBe(left)
    }),
  )
})

test('a status with its words, before or after the effect', async () => {
  await withFault({ when: { path: '/version', nth: [1] }, do: { status: 596 } }, async ({ ask }) => {
    const { status, reason } = await ask('GET', '/version')
    expect({ status, reason }).toEqual({ status: 596, reason: 'Connection timed out' })
    expect((await ask('GET', '/version')).status).toBe(200)
  })
  const after = { status: { code: 500, text: 'got no worker upid', effect: 'after' } }
  await withFault({ when: { method: 'PUT' }, do: after }, async ({ ask, sim }) => {
    expect((await ask('PUT', CONFIG, { form: { memory: '2048' } })).reason).toBe('got no worker upid')
    expect(sim.world.vms[0]?.config.memory).toBe('2048')
  })
})

test('a delay passes by the clock of the world', () =>
  withFault({ when: { every: 2 }, do: { delay: '3s' } }, async ({ ask, sim }) => {
    const took = async () => {
      const before = sim.clock.now()
      await ask('GET', '/version')
      return sim.clock.now() - before
    }
    await took()
    expect(await took()).toBeGreaterThanOrEqual(3000)
  }))

test('a task that is killed leaves its lock, its log and its half-made machine, and lets go of the lock file', () =>
  withFault({ when: { path: '/nodes/*/qemu/*/clone' }, do: 'kill-task' }, async (running) => {
    const { sim, data } = running
    const upid = await data('POST', '/nodes/pve1/qemu/100/clone', { form: { newid: '101', full: '1' } })
    expect(await finished(running, upid)).toBe('unexpected status')
    expect(sim.world.vms.find(({ vmid }) => vmid === 101)?.config.lock).toBe('clone')
    expect(await sim.locks.hold(guestLock('pve1', 101, 1), () => 'free')).toBe('free')
  }))

test('a full storage refuses what needs room', () =>
  withFault({ do: { 'fill-storage': 'local' } }, async ({ data }) => {
    expect(await data('GET', '/nodes/pve1/storage/local/status')).toMatchObject({ avail: 0 })
  }))

test('a host without power loses its machines and tasks; back again, it starts what starts with it', () =>
  withFault(
    { when: { path: '/nodes/pve2/status', times: 1 }, do: { 'host-down': 'pve2' } },
    async (running) => {
      const { sim, ask, data } = running
      await finished(running, await data('POST', '/nodes/pve2/qemu', { form: { ...MACHINE, vmid: '200', start: '1' } }))
      await ask('GET', '/nodes/pve2/status')
      expect(sim.world.vms.find(({ vmid }) => vmid === 200)?.run).toBeUndefined()
      expect((await ask('GET', '/nodes/pve2/status')).status).toBe(595)
      armFaults(sim).add(faultRule.parse({ do: { 'host-up': 'pve2' } }))
      await finished(running, sim.world.tasks.findLast(({ node }) => node === 'pve2')?.upid)
      expect(sim.world.vms.find(({ vmid }) => vmid === 200)?.run?.status).toBe('running')
    },
    { ...smallWorld, cluster: 'lab', nodes: ['pve1', 'pve2'] },
  ))

test('a web page or half a JSON text where an answer should be', async () => {
  await withFault({ when: { method: 'PUT' }, do: { 'html-page': 504 } }, async ({ ask, sim }) => {
    const { status, text } = await ask('PUT', CONFIG, { form: { memory: '2048' } })
    expect([status, text.slice(0, 6), sim.world.vms[0]?.config.memory]).toEqual([504, '<html>', '512'])
  })
  await withFault({ when: { path: CONFIG }, do: 'truncated-json' }, async ({ ask }) => {
    const { status, text } = await ask('GET', CONFIG)
    expect(status).toBe(200)
    expect(() => JSON.parse(text)).toThrow()
  })
})

test('a machine that crashes is off, whatever it was doing', () =>
  withFault({ when: { path: '/nodes/*/qemu/{vmid}/status/current', nth: 2 }, do: 'guest-crash' }, async (running) => {
    const { data } = running
    await finished(running, await data('POST', START))
    const state = async () => JSON.parse(JSON.stringify(await data('GET', '/nodes/pve1/qemu/100/status/current')))
    expect((await state()).status).toBe('running')
    expect((await state()).status).toBe('stopped')
  }))

test('a probability picks the same requests with the same seed, about as many as it says', () => {
  const picked = (seed: number) =>
    Array.from({ length: 2000 }, (_, at) => at + 1).filter((seen) => isTurn({ probability: 0.25, seed }, seen))
  expect(picked(7)).toEqual(picked(7))
  expect(picked(7)).not.toEqual(picked(8))
  expect(picked(7).length).toBeGreaterThan(400)
  expect(picked(7).length).toBeLessThan(600)
})

test('rules are listed with what they met, refused when they cannot be, and taken away', () =>
  withWorld(async ({ sim, ask }) => {
    const faults = armFaults(sim)
    faults.add(faultRule.parse({ id: 'slow', when: { host: 'pve1', path: '/nodes/**', nth: 2 }, do: { delay: '1ms' } }))
    await ask('GET', '/nodes/pve1/status')
    await ask('GET', '/version')
    expect(faults.rules()).toMatchObject([{ id: 'slow', seen: 1, struck: 0 }])
    expect(() => faults.add(faultRule.parse({ id: 'slow', when: {}, do: 'kill-task' }))).toThrow('already is')
    faults.remove('slow')
    expect(faults.rules()).toEqual([])
    const refusal = (rule: unknown) => faultRule.safeParse(rule).error?.issues[0]?.message
    expect(refusal({ when: {}, do: 'explode' })).toMatch(/^there is no fault explode, but lock-timeout,/)
    expect(refusal({ when: {}, do: { delay: 'long' } })).toMatch(/^delay: not a span of time/)
    expect(refusal({ do: 'kill-task' })).toMatch(/^this fault strikes requests/)
    expect(refusal({ when: { nth: 1, every: 2 }, do: 'kill-task' })).toMatch(/cannot be combined/)
  }))

test('every kind says what it does', () => {
  for (const { about } of Object.values(faultKinds)) expect(about).toMatch(/^[a-z].*[^.]$/)
})
