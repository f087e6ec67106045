import { expect, test } from 'vitest'
import { died } from '../../../../sim/proxmox/failure.ts'
import { createLocks, guestLock } from '../../../../sim/proxmox/tasks/locks.ts'
import { logLines } from '../../../../sim/proxmox/tasks/task-log.ts'
import { readUpid, writeUpid } from '../../../../sim/proxmox/tasks/upid.ts'
import { createWorkers } from '../../../../sim/proxmox/tasks/workers.ts'
import { buildWorld } from '../../../../sim/world/build.ts'
import { acceleratedClock, wait } from '../../../../sim/world/clock.ts'

function workshop() {
  const clock = acceleratedClock(1000)
  const world = buildWorld({ nodes: ['pve1'] }, clock.now())
  return { clock, world, workers: createWorkers(world, clock) }
}

const wish = { node: 'pve1', type: 'qmcreate', id: '100', user: 'ops@pve!ci' }

test('an identifier of a task reads back as it was written', () => {
  const parts = {
    node: 'pve1',
    pid: 25548,
    pstart: 121204,
    starttime: 1_794_771_677,
    type: 'download',
    id: 'a:b/c',
    user: 'u@pve!t',
  }
  const upid = writeUpid(parts)
  expect(readUpid(upid)).toEqual(parts)
  expect(writeUpid({ ...parts, type: 'qmcreate', id: '101' })).toBe(
    'UPID:pve1:000063CC:0001D974:6AFA0ADD:qmcreate:101:u@pve!t:',
  )
  expect(readUpid(upid.slice(0, -1))).toBeUndefined()
})

test('a task ends OK, with the number of its warnings, or with its error on one line', async () => {
  const { world, workers } = workshop()
  const fine = workers.start(wish, (worker) => worker.log('hello\nworld'))
  const warned = workers.start(wish, (worker) => worker.warn('odd'))
  const failed = workers.start(wish, () => {
    throw died('first\nsecond')
  })
  await Promise.all([fine, warned, failed].map(workers.ended))
  const logs = world.tasks.map((task) => [task.status, logLines(task)])
  expect(logs).toEqual([
    ['OK', ['hello', 'world', 'TASK OK']],
    ['WARNINGS: 1', ['WARN: odd', 'TASK WARNINGS: 1']],
    ['first second', ['TASK ERROR: first second']],
  ])
})

test('a stopped task says that it was interrupted, and lets go of its lock', async () => {
  const { clock, world, workers } = workshop()
  const locks = createLocks(clock)
  const upid = workers.start(wish, (worker) => locks.hold(guestLock('pve1', 100), () => worker.sleep(1e9)))
  await wait(clock, 50)
  expect(workers.isRunning(upid)).toBe(true)
  workers.stop(upid)
  await workers.ended(upid)
  expect(world.tasks[0]?.status).toBe('received interrupt')
  expect(await locks.hold(guestLock('pve1', 100, 1), () => 'mine')).toBe('mine')
})

test('a task that the past left running has died with it', () => {
  const { clock, world, workers } = workshop()
  workers.start(wish, (worker) => worker.sleep(1e9))
  const later = structuredClone(world)
  createWorkers(later, clock)
  expect(later.tasks[0]?.status).toBe('unexpected status')
})

test('a lock that cannot be had in time is refused with the genuine words', async () => {
  const { clock } = workshop()
  const locks = createLocks(clock)
  const holder = locks.hold(guestLock('pve1', 100), () => wait(clock, 60_000))
  await expect(locks.hold(guestLock('pve1', 100, 10), () => 'never')).rejects.toThrow(
    "can't lock file '/var/lock/qemu-server/lock-100.conf' - got timeout",
  )
  expect(await locks.hold(guestLock('pve1', 101), () => 'other guest')).toBe('other guest')
  await holder
})

test('several share a lock, and whoever wants it alone waits for all of them', async () => {
  const { clock } = workshop()
  const locks = createLocks(clock)
  const order: string[] = []
  const share = (name: string) =>
    locks.hold(guestLock('a', 1, 10, true), async () => {
      await wait(clock, 1000)
      order.push(name)
    })
  const alone = () => locks.hold(guestLock('a', 1), () => order.push('alone'))
  await Promise.all([share('first'), share('second'), alone()])
  expect(order.slice(0, 2).sort()).toEqual(['first', 'second'])
  expect(order[2]).toBe('alone')
})
