import { expect, test } from 'vitest'
import { examined } from '../examined.ts'

const MINUTE = 60_000

test('a clock that is minutes off fails, one that is a little off is a warning', async () => {
  expect(await examined('clock', { clockAhead: 10 * MINUTE, speed: 1 })).toMatchObject({
    status: 'fail',
    troubles: ['Proxmox is 10 min ahead of this computer'],
  })
  expect(await examined('clock', { clockAhead: -MINUTE, speed: 1 })).toMatchObject({
    status: 'warn',
    troubles: [expect.stringMatching(/^Proxmox is \d+ s behind this computer$/)],
  })
})
