import { expect, test } from 'vitest'
import { examined } from '../examined.ts'

test('a storage that is missing fails on each host that needs it, and another one is proposed', async () => {
  const { troubles, hints } = await examined('storages', {
    seed: (seed) => ({ ...seed, storages: seed.storages?.filter(({ storage }) => storage !== 'tank') ?? [] }),
  })
  expect(troubles).toEqual([1, 2, 3].map((host) => `there is no storage tank on pve${host}, or it may not be seen`))
  expect(hints[0]).toContain('pve1 has local and local-zfs for disk images')
})

test('a storage that does not take images to import fails once, with the command that allows it', async () => {
  const { troubles, hints } = await examined('storages', {
    seed: (seed) => ({
      ...seed,
      storages: seed.storages?.map((one) => (one.storage === 'local' ? { ...one, content: ['iso', 'backup'] } : one)),
    }),
  })
  expect(troubles).toEqual(['storage local does not take images to import (content import); it takes backup and iso'])
  expect(hints).toEqual([expect.stringContaining('`pvesm set local --content backup,iso,import`')])
})
