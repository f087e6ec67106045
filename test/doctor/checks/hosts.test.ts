import { expect, test } from 'vitest'
import { examined } from '../examined.ts'

test('a host that is down is a finding, and what it has is looked at no more', async () => {
  const { failed, troubles } = await examined('hosts', {
    upset: ({ sim: { world } }) => {
      const host = world.hosts.find(({ name }) => name === 'pve3')
      if (host !== undefined) host.online = false
    },
  })
  expect(failed).toEqual(['hosts'])
  expect(troubles).toEqual(['pve3 is down: Proxmox says that it is offline'])
})

test('a host that Proxmox does not have fails, with the one that may be meant', async () => {
  const { troubles, hints } = await examined('hosts', {
    seed: (seed) => ({ ...seed, nodes: ['pve1', 'pve2', 'pve33'] }),
  })
  expect(troubles).toEqual(['there is no host pve3'])
  expect(hints).toEqual(['did you mean pve33?'])
})
