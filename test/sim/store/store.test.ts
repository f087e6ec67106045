import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { openStore, timeAfter } from '../../../sim/store/store.ts'
import { buildWorld } from '../../../sim/world/build.ts'
import { acceleratedClock } from '../../../sim/world/clock.ts'
import type { Vm } from '../../../sim/world/vm.ts'
import { UserError } from '../../../src/user-error.ts'
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

test('a world that another version has kept is refused, untouched, with the way to a new one', () =>
  withFolder(async (file) => {
    const clock = acceleratedClock(1)
    const kept = await openStore(file, 'talmox 1.0.0')
    kept.keep(buildWorld(smallWorld, clock.now()), clock, 1).close()
    const before = readFileSync(file, 'utf8')
    const [message, hint] = await refusalOf(openStore(file, 'talmox 1.1.0'))
    expect(message).toBe(`the simulated world ${file} was kept by talmox 1.0.0, and talmox 1.1.0 cannot go on with it`)
    expect(hint).toBe('remove it to begin with a new world')
    expect(readFileSync(file, 'utf8')).toBe(before)
    const again = await openStore(file, 'talmox 1.0.0')
    again.release()
    expect(again.world).toBeDefined()
    rmSync(file)
    const fresh = await openStore(file, 'talmox 1.1.0')
    fresh.release()
    expect(fresh.world).toBeUndefined()
  }))

test('one that was kept beside a cluster goes with the home of that cluster', () =>
  withFolder(async (file) => {
    const inHome = path.join(path.dirname(file), '.talmox', 'lab', 'world.jsonl')
    mkdirSync(path.dirname(inHome), { recursive: true })
    writeFileSync(inHome, '{"talmox":"simulated world","version":1}\n{}\n')
    const [message, hint] = await refusalOf(openStore(inHome, 'talmox 1.1.0'))
    expect(message).toContain('was kept by another version of talmox')
    expect(hint).toContain(`with all of ${path.dirname(inHome)} if its cluster was only ever simulated`)
  }))

test('a file that is something else is refused', () =>
  withFolder(async (file) => {
    mkdirSync(path.dirname(file))
    writeFileSync(file, 'apiVersion: v1\n')
    expect((await refusalOf(openStore(file)))[0]).toBe(`${file} is not a simulated world`)
  }))

/** What a person is told, and what they can do. */
async function refusalOf(opening: Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof UserError ? [error.message, error.hint] : []
}

test('the time goes on: at real speed while nobody simulates, and never back', () => {
  const moment = { simulated: 1_000_000, real: 5000, speed: 100 }
  expect(timeAfter(moment, 5000)).toBe(1_000_000)
  // A second behind the last heartbeat the world may have shown a time that is a hundred seconds later.
  expect(timeAfter(moment, 6000)).toBe(1_100_000)
  expect(timeAfter(moment, 5000 + 3_602_000)).toBe(1_000_000 + 200_000 + 3_600_000)
  expect(timeAfter(moment, 4000)).toBe(1_000_000)
})
