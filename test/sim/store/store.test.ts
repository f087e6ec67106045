import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { openStore, timeAfter } from '../../../sim/store/store.ts'
import { buildWorld } from '../../../sim/world/build.ts'
import { acceleratedClock } from '../../../sim/world/clock.ts'
import type { Vm } from '../../../sim/world/vm.ts'
import { smallWorld } from '../harness.ts'

async function withFolder(run: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-store-'))
  try {
    await run(path.join(folder, 'lab', 'world.jsonl'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const machine = (vmid: number): Vm => ({
  vmid,
  kind: 'qemu',
  node: 'pve1',
  config: { name: `vm-${vmid}`, memory: '512' },
  pending: {},
  pendingDelete: {},
  snapshots: [],
})

const task = (upid: string) => ({
  upid,
  node: 'pve1',
  pid: 1,
  pstart: 1,
  starttime: 1,
  type: 'qmstart',
  id: '1',
  user: 'root@pam',
  log: [] as string[],
})

/** Keeps a world, changes it step by step, and reads what a process that is killed after the last step leaves. */
async function keptAfter(file: string, ...steps: ((world: ReturnType<typeof buildWorld>) => void)[]) {
  const clock = acceleratedClock(1)
  const world = buildWorld(smallWorld, clock.now())
  const kept = await openStore(file)
  const store = kept.keep(world, clock, 1)
  for (const step of steps) {
    step(world)
    store.touch()
    store.commit()
  }
  kept.release()
  const again = await openStore(file)
  again.release()
  store.close()
  return { world, again: again.world }
}

test('every change that was committed is there for the next process: added, changed, moved and gone', () =>
  withFolder(async (file) => {
    const { world, again } = await keptAfter(
      file,
      (now) => now.vms.push(machine(100), machine(101), machine(102)),
      (now) => {
        const [first] = now.vms
        if (first !== undefined) first.config.memory = '2048'
        now.vms = now.vms.filter(({ vmid }) => vmid !== 101)
        now.firewalls['guest/100'] = { options: { enable: 1 }, rules: [], aliases: {}, ipsets: {}, groups: {} }
        now.cluster = { name: 'lab' }
      },
      (now) => {
        delete now.cluster
        now.lastPid = 4711
      },
    )
    expect(again).toEqual(world)
  }))

test('tasks are followed until they end, whatever has ended before them', () =>
  withFolder(async (file) => {
    const { world, again } = await keptAfter(
      file,
      (now) => now.tasks.push(task('a'), task('b')),
      (now) => Object.assign(now.tasks[1] ?? {}, { endtime: 2, status: 'OK' }),
      (now) => now.tasks[0]?.log.push('half way'),
      (now) => Object.assign(now.tasks[0] ?? {}, { endtime: 3, status: 'OK' }),
      (now) => now.tasks.push(task('c')),
    )
    expect(again).toEqual(world)
    expect(world.tasks).toHaveLength(3)
  }))

test('what was being written when the process died is as if it had never been', () =>
  withFolder(async (file) => {
    const { world } = await keptAfter(file, (now) => now.vms.push(machine(100)))
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"moment":{"simul`)
    const kept = await openStore(file)
    kept.release()
    expect(kept.world).toEqual(world)
  }))

test('only its owner can read the file, for it holds the secrets of the world', () =>
  withFolder(async (file) => {
    await keptAfter(file, (now) => now.vms.push(machine(100)))
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  }))

test('two processes cannot have one world, but one that died can be followed', () =>
  withFolder(async (file) => {
    const first = await openStore(file)
    await expect(openStore(file)).rejects.toThrow(`is in use by process ${process.pid}`)
    first.release()
    const second = await openStore(file)
    // No process has this number: it is beyond what any system gives out.
    writeFileSync(`${file}.lock`, '2147483646\n')
    const third = await openStore(file)
    third.release()
    second.release()
  }))

test('a file that is something else is refused', () =>
  withFolder(async (file) => {
    const { release } = await openStore(file)
    release()
    writeFileSync(file, '{"talmox":"simulated world","version":0}\n{}\n')
    await expect(openStore(file)).rejects.toThrow('is not a simulated world that this version of talmox can read')
  }))

test('the time goes on: at real speed while nobody simulates, and never back', () => {
  const moment = { simulated: 1_000_000, real: 5000, speed: 100 }
  expect(timeAfter(moment, 5000)).toBe(1_000_000)
  // A second behind the last heartbeat the world may have shown a time that is a hundred seconds later.
  expect(timeAfter(moment, 6000)).toBe(1_100_000)
  expect(timeAfter(moment, 5000 + 3_602_000)).toBe(1_000_000 + 200_000 + 3_600_000)
  expect(timeAfter(moment, 4000)).toBe(1_000_000)
})
