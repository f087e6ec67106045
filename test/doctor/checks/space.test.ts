import { expect, test } from 'vitest'
import { examined } from '../examined.ts'

const GiB = 1024 ** 3
const sized = (total: number) => ({
  seed: (seed: Parameters<NonNullable<Parameters<typeof examined>[1]['seed']>>[0]) => ({
    ...seed,
    storages: seed.storages?.map((one) => (one.storage === 'tank' ? { ...one, total } : one)),
  }),
})

test('a storage without room for the disks fails, with both numbers', async () => {
  const { status, troubles } = await examined('space', sized(150 * GiB))
  expect(status).toBe('fail')
  expect(troubles).toContain('tank on pve1 has 150GiB free, and 200GiB are needed')
})

test('a storage that will be nearly full is a warning', async () => {
  const { status, troubles } = await examined('space', sized(210 * GiB))
  expect(status).toBe('warn')
  expect(troubles).toContain('tank on pve1 will be over 90 % full (200GiB of 210GiB free on tank on pve1)')
})
