import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

const network = '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1 }'

test('config-over-http: a config that is fetched can be overheard', async () => {
  const talos = '{ version: v1.12.4, delivery: smbios, configServer: { address: 192.168.1.5 } }'
  expect(await foundBy('config-over-http', { network, talos })).toEqual([
    {
      severity: 'warning',
      message: 'configs with the secrets of the cluster go over the network in plain HTTP',
      hint: 'use a network that nobody else listens on, or talos.delivery: api',
      path: 'talos.delivery',
    },
  ])
})

test('config-over-http: nothing is said of the other deliveries', async () => {
  expect(await foundBy('config-over-http', { network, talos: '{ version: v1.12.4, delivery: cidata }' })).toEqual([])
  expect(await foundBy('config-over-http', { network })).toEqual([])
})
