import { expect, test } from 'vitest'
import { talosOnceSecret } from '../../src/run/talos-once-secret.ts'
import type { SecretsBundle } from '../../src/talos/secrets/bundle.ts'
import { realClock } from '../../src/world/clock.ts'
import { madeAt, testBundle } from '../talos/support/bundle.ts'

const HOUR = 60 * 60_000
const nowhere = () => Promise.reject(new Error('nothing is called here'))

test('access to machines is opened anew once there are secrets, and before its certificate is over', async () => {
  let secrets: SecretsBundle | undefined
  let now = madeAt.getTime()
  const { open, close } = talosOnceSecret(
    { dial: nowhere, clock: realClock },
    async () => secrets,
    (text) => text,
    () => now,
  )
  const first = await open()
  expect(await open()).toBe(first)
  secrets = await testBundle()
  const second = await open()
  expect(second).not.toBe(first)
  now += 11 * HOUR
  expect(await open()).toBe(second)
  now += 2 * HOUR
  const third = await open()
  expect(third).not.toBe(second)
  expect(await open()).toBe(third)
  close()
})
