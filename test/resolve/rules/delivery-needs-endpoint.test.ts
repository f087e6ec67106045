import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

const talos = '{ version: v1.12.4, delivery: cidata }'

test('delivery-needs-endpoint: a config cannot be made before the address is known that stands in it', async () => {
  expect(await foundBy('delivery-needs-endpoint', { network: '{ addressing: dhcp }', talos })).toEqual([
    {
      severity: 'error',
      message:
        'with cidata the config is made before the machine starts, and the address of the Kubernetes API in it would only come from DHCP',
      hint: 'write network.vip or network.endpoint, or use talos.delivery: api',
      path: 'talos.delivery',
    },
  ])
})

test('delivery-needs-endpoint: nothing is said where the file tells it, or the config is sent later', async () => {
  const known = ['{ addressing: dhcp, vip: 192.168.1.9 }', '{ addressing: dhcp, endpoint: https://k8s.lan:6443 }']
  for (const network of [...known, '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1 }']) {
    expect(await foundBy('delivery-needs-endpoint', { network, talos })).toEqual([])
  }
  expect(await foundBy('delivery-needs-endpoint', { network: '{ addressing: dhcp }' })).toEqual([])
})
