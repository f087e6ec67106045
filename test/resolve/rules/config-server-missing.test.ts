import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

const network = '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1 }'

test('config-server-missing: a config that is fetched has to be somewhere', async () => {
  expect(await foundBy('config-server-missing', { network, talos: '{ version: v1.12.4, delivery: smbios }' })).toEqual([
    {
      severity: 'error',
      message: 'nobody knows at which address machines can fetch their configs from talmox',
      hint: 'write talos.configServer with an address of this computer, or use talos.delivery: api or cidata',
      path: 'talos.delivery',
    },
  ])
})

test('config-server-missing: a single pool that fetches is named', async () => {
  const workers = '{ general: { count: 1, talos: { delivery: smbios } } }'
  expect(await foundBy('config-server-missing', { network, workers })).toMatchObject([
    { path: 'workers.general.talos.delivery' },
  ])
})

test('config-server-missing: nothing is said with an address, or where nobody fetches', async () => {
  const talos = '{ version: v1.12.4, delivery: smbios, configServer: { address: 192.168.1.5 } }'
  expect(await foundBy('config-server-missing', { network, talos })).toEqual([])
  expect(await foundBy('config-server-missing', { network, talos: '{ version: v1.12.4, delivery: cidata }' })).toEqual(
    [],
  )
})
