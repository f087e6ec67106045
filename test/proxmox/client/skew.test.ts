import { expect, test } from 'vitest'
import { skewOf } from '../../../src/proxmox/client/skew.ts'

const at = (time: string) => Date.parse(`2026-01-01T${time}Z`)
const date = 'Thu, 01 Jan 2026 12:00:00 GMT'

test.each([
  ['asked and answered around it', '11:59:59.900', '12:00:00.100', 0],
  ['within its second', '12:00:00.500', '12:00:00.900', 0],
  ['answered a minute before it', '11:58:59.000', '11:59:00.000', 60_000],
  ['asked a minute after it', '12:01:00.000', '12:01:00.500', -59_000],
])('a clock %s', (_, asked, answered, skew) => {
  expect(skewOf(date, at(asked), at(answered))).toBe(skew)
})

test('a server that tells no time, or nonsense, tells nothing', () => {
  expect(skewOf(undefined, 0, 1)).toBeUndefined()
  expect(skewOf('yesterday', 0, 1)).toBeUndefined()
})
