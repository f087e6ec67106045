import { expect, test } from 'vitest'
import { examined } from '../examined.ts'

test('hosts that do not reach the factory fail, each by name', async () => {
  const { failed, troubles } = await examined('factory', {
    seed: (seed) => ({ ...seed, urls: {} }),
    upset: ({ sim }) => {
      sim.world.factory = { ...sim.world.factory, url: 'https://elsewhere.invalid' }
    },
  })
  expect(failed).toEqual(['factory'])
  expect(troubles).toHaveLength(3)
  expect(troubles[0]).toBe(
    "pve1 does not reach https://factory.talos.dev: Can't connect to factory.talos.dev (Connection refused)",
  )
})

test('without the right to ask, it is skipped, and the check of rights says why', async () => {
  const { status, failed } = await examined('factory', {
    upset: ({ sim: { world } }) => {
      for (const role of world.access.roles) role.privs = role.privs.filter((priv) => priv !== 'Sys.AccessNetwork')
    },
  })
  expect(status).toBe('skipped')
  expect(failed).toEqual(['permissions'])
})
