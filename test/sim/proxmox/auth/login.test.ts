import { expect, test } from 'vitest'
import { authenticate } from '../../../../sim/proxmox/auth/authenticate.ts'
import { login } from '../../../../sim/proxmox/auth/login.ts'
import { codeAt, isCode } from '../../../../sim/proxmox/auth/second-factor.ts'
import { assembleTicket, readTicket } from '../../../../sim/proxmox/auth/tickets.ts'
import { buildWorld } from '../../../../sim/world/build.ts'
import type { Clock } from '../../../../sim/world/clock.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

function stoppedClock(seconds: number): Clock & { move: (by: number) => void } {
  let now = seconds * 1000
  return {
    now: () => now,
    after: () => () => {},
    move: (by) => {
      now += by * 1000
    },
  }
}

const world = buildWorld(
  {
    nodes: ['a'],
    users: [
      { userid: 'u@pve', password: 'pw' },
      { userid: 't@pve', password: 'pw', totp: SECRET },
    ],
  },
  0,
)

test('the codes of the second factor are those of RFC 6238', () => {
  expect(codeAt(SECRET, Math.floor(59 / 30))).toBe('287082')
  expect(codeAt(SECRET, Math.floor(1_111_111_109 / 30))).toBe('081804')
  expect(isCode(SECRET, '287082', stoppedClock(59))).toBe(true)
  expect(isCode(SECRET, '287082', stoppedClock(159))).toBe(false)
})

test('a ticket says who it is for, for two hours', () => {
  const clock = stoppedClock(1_800_000_000)
  const ticket = assembleTicket(world, clock, 'u@pve')
  expect(readTicket(world, clock, ticket)).toBe('u@pve')
  expect(readTicket(world, clock, ticket.replace('u@pve', 'root@pam'))).toBeUndefined()
  clock.move(7199)
  expect(login(world, clock, { username: 'u@pve', password: ticket })).toBe('complete')
  clock.move(2)
  expect(readTicket(world, clock, ticket)).toBeUndefined()
})

test('a login with a second factor takes two steps, or one with the code', () => {
  const clock = stoppedClock(1_800_000_000)
  const code = codeAt(SECRET, Math.floor(1_800_000_000 / 30))
  const first = login(world, clock, { username: 't@pve', password: 'pw' })
  expect(first).toHaveProperty('challenge')
  if (typeof first === 'string') return
  const challenge = assembleTicket(world, clock, first.challenge, 't@pve')
  expect(challenge.startsWith('PVE:!tfa!')).toBe(true)
  expect(login(world, clock, { username: 't@pve', password: `totp:${code}`, challenge })).toBe('complete')
  expect(login(world, clock, { username: 't@pve', password: 'totp:000000', challenge })).toBe('refused')
  expect(login(world, clock, { username: 'u@pve', password: `totp:${code}`, challenge })).toBe('refused')
  expect(login(world, clock, { username: 't@pve', password: 'pw', otp: code })).toBe('complete')
})

test('a challenge is no ticket', () => {
  const clock = stoppedClock(1_800_000_000)
  const challenge = assembleTicket(world, clock, '!tfa!x', 't@pve')
  const cookie = `PVEAuthCookie=${encodeURIComponent(challenge)}`
  expect(authenticate(world, clock, { verb: 'GET', path: '/version', cookie })).toEqual({
    refusal: 'Authentication failed!',
  })
})
