import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KillPoint } from './cli-process.ts'
import { crash, killedAt, type Rehearsed, rehearse } from './crash.ts'
import { openEmbeddedField } from './embedded-field.ts'
import { endState } from './end-state.ts'
import type { Field } from './field.ts'
import { eventOf } from './journal-lines.ts'
import { scenes } from './scenes.ts'
import { openServedField } from './served-field.ts'

/** Around everything that is made once, with and without a task of Proxmox at work. */
const points: readonly KillPoint[] = [
  { when: 'before', event: 'ended vm.create', nth: 1 },
  { when: 'before', event: 'request POST qemu/status/start', nth: 1 },
  { when: 'within', event: 'started talos.apply', nth: 1 },
  { when: 'after', event: 'started etcd.bootstrap', nth: 1 },
  { when: 'before', event: 'finished', nth: 1 },
]

const ways = { killed: openServedField, 'cut off': openEmbeddedField }
const rehearsals: Partial<Record<keyof typeof ways, Rehearsed>> = {}

beforeAll(async () => {
  const create = scenes['single-node']?.find(({ name }) => name === 'create')
  if (create === undefined) throw new Error('nothing is made')
  rehearsals.killed = await rehearse(create, () => ways.killed('single-node'))
  rehearsals['cut off'] = await rehearse(create, () => ways['cut off']('single-node', {}))
})
afterAll(() => {
  for (const each of Object.values(rehearsals)) each.discard()
})

test('a run inside of this process writes and asks for the same as the command, and comes to the same end', () => {
  const { killed, 'cut off': cutOff } = rehearsals
  expect(cutOff?.events.toSorted()).toEqual(killed?.events.toSorted())
  expect(ofAnyVersion(cutOff?.end)).toEqual(ofAnyVersion(killed?.end))
})

test.each(points)('being cut off leaves what SIGKILL leaves: $when $event', async (point) => {
  const { killed, 'cut off': cutOff } = rehearsals
  if (killed === undefined || cutOff === undefined) throw new Error('not rehearsed')
  expect(await left(cutOff, point)).toEqual(await left(killed, point))
  expect(await crash(cutOff, point)).toEqual({ point, wrongs: [] })
  expect(await crash(killed, point)).toEqual({ point, wrongs: [] })
})

async function left(rehearsed: Rehearsed, point: KillPoint) {
  const { field, first } = await killedAt(rehearsed, point)
  try {
    return { signal: first.signal, ...journalOf(field), files: filesOf(field), machines: machinesOf(field) }
  } finally {
    field.close()
  }
}

/** Actions that run side by side are written in any order. */
function journalOf({ home }: Field) {
  const lines = readFileSync(home.journal, 'utf8').split('\n')
  const whole = lines.slice(0, -1).map((line) => eventOf(line))
  return { events: whole.toSorted(), isTorn: lines.at(-1) !== '' }
}

const filesOf = ({ home }: Field) => readdirSync(home.folder).toSorted()

const machinesOf = ({ running }: Field) => ofAnyVersion(endState(running.world).machines)

/** Only the built command knows its version, which it writes into the notes of machines. */
const ofAnyVersion = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/talmox: [\d.]+/g, 'talmox: …'))
