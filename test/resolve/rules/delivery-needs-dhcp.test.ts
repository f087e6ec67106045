import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

const talos = '{ version: v1.12.4, delivery: smbios, configServer: { address: 192.168.1.5 } }'

test('delivery-needs-dhcp: a machine that fetches its static address needs another one first', async () => {
  const network = '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1 }'
  expect(await foundBy('delivery-needs-dhcp', { network, talos })).toEqual([
    {
      severity: 'warning',
      message: 'machines learn their static addresses from what they fetch, so DHCP has to give them one before that',
      hint: 'make sure that DHCP answers in this network, or use talos.delivery: cidata, which needs none',
      path: 'talos.delivery',
    },
  ])
})

test('delivery-needs-dhcp: nothing is said where DHCP is there anyway, or nothing is fetched', async () => {
  expect(await foundBy('delivery-needs-dhcp', { network: '{ addressing: dhcp, vip: 192.168.1.9 }', talos })).toEqual([])
  const network = '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1 }'
  expect(await foundBy('delivery-needs-dhcp', { network, talos: '{ version: v1.12.4, delivery: cidata }' })).toEqual([])
})
