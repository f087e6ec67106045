import { expect, test } from 'vitest'
import { examined } from '../examined.ts'
import { neighbour } from '../neighbour.ts'

test('a guest of others with the name of a machine is a warning, and is never touched', async () => {
  const { status, troubles } = await examined('names', { upset: neighbour({ name: 'homelab-cp-1' }) })
  expect(status).toBe('warn')
  expect(troubles).toEqual(['homelab-cp-1 is also the name of VM 7000 on pve2, which is not ours'])
})
