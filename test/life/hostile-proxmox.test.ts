import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpAnswer } from '../../sim/proxmox/http/answer.ts'
import { openStage, type Stage } from './stage.ts'

/** Clears the screen, sets the title of the window, turns the text around, and breaks the line. */
const STEERING = '\x1b[2J\x1b]0;owned\x07\u009b31m\u202e\r\n'
const STEERS = /(?!\n)[\p{Cc}\p{Cf}]/u
const DEEP = 100_000

type Change = (value: unknown) => unknown

/** Changes every value within an answer, from the inside out. */
const everywhere =
  (change: Change): Change =>
  (value) => {
    const inside = everywhere(change)
    if (Array.isArray(value)) return change(value.map(inside))
    if (typeof value !== 'object' || value === null) return change(value)
    return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inside(part)])))
  }

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a server may do to its answers; each is JSON still, for what is none is shown elsewhere. */
const spoilt: readonly (readonly [string, Change])[] = [
  ['nothing', () => null],
  ['an empty list', () => []],
  ['an empty object', () => ({})],
  ['a number', () => 1e308],
  ['a text', () => STEERING],
  ['texts that steer', everywhere((value) => (typeof value === 'string' ? value + STEERING : value))],
  ['numbers as texts', everywhere((value) => (typeof value === 'number' ? String(value) : value))],
  ['numbers below all bounds', everywhere((value) => (typeof value === 'number' ? -1e308 : value))],
  ['texts as numbers', everywhere((value) => (typeof value === 'string' ? 7 : value))],
  ['texts of a million characters', everywhere((value) => (typeof value === 'string' ? 'x'.repeat(1_000_000) : value))],
  ['lists of nothing', everywhere((value) => (Array.isArray(value) ? [null, ...value, 1, 'a', []] : value))],
  ['objects without their values', everywhere((value) => (isObject(value) ? {} : value))],
  [
    'objects with the names of prototypes',
    everywhere((value) =>
      isObject(value)
        ? JSON.parse(
            JSON.stringify(value)
              .replace(/\}$/, ',"__proto__":{"a":1},"constructor":1,"toString":1}')
              .replace('{,', '{'),
          )
        : value,
    ),
  ],
  ['lists that are twice as long', everywhere((value) => (Array.isArray(value) ? [...value, ...value] : value))],
]

describe('a Proxmox that answers what nobody expects', { timeout: 600_000 }, () => {
  let stage: Stage
  let spoil: ((text: string) => string) | undefined
  beforeAll(async () => {
    stage = await openStage({ example: 'single-node', edit: (file) => file.setIn(['proxmox', 'pool'], 'k8s') })
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
    stage.running.sim.hooks.interfere.push(() => [
      {
        onWire: (answer: HttpAnswer) =>
          spoil === undefined ? answer : { ...answer, body: Buffer.from(spoil(String(answer.body))) },
      },
    ])
  }, 600_000)
  afterAll(() => stage.close())

  const commands = [['doctor'], ['plan'], ['status'], ['images'], ['role'], ['up', '--yes']] as const
  const bodies = spoilt.map(([name, change]): [string, (text: string) => string] => [
    name,
    (text) => JSON.stringify({ ...JSON.parse(text), data: change(JSON.parse(text).data) }),
  ])
  const deep: [string, () => string][] = [
    ['lists in lists in lists', () => `{"data":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
    ['objects in objects', () => `{"data":${'{"data":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`],
    ['a list of deep lists', () => `{"data":[${'['.repeat(DEEP)}${']'.repeat(DEEP)}]}`],
  ]
  const machines = () => JSON.stringify(stage.running.world.vms.map(({ vmid, config }) => ({ vmid, config })))
  test.each([...bodies, ...deep])(
    '%s: commands end in good order, steer no terminal, and change nothing',
    async (_, change) => {
      const before = machines()
      for (const argv of commands) {
        spoil = change
        const { code, stdout, stderr } = await stage.talmox(...argv)
        spoil = undefined
        const said = stdout + stderr
        expect(said, `${argv.join(' ')} ended with ${code}`).not.toMatch(/this is a mistake in talmox/)
        expect(said).not.toMatch(STEERS)
      }
      expect(machines()).toBe(before)
    },
  )
})
