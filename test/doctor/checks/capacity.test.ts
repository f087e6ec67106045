import { expect, test } from 'vitest'
import { examined } from '../examined.ts'

const GiB = 1024 ** 3

test('machines that find no room fail with the reason of the placement', async () => {
  const { failed, troubles } = await examined('capacity', {
    seed: (seed) => ({
      ...seed,
      nodes: seed.nodes.map((node) => (typeof node === 'string' ? node : { ...node, memory: 12 * GiB })),
    }),
  })
  expect(failed).toContain('capacity')
  expect(troubles[0]).toMatch(/memory/)
})
