import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('dhcp-without-agent: an address that nobody can learn is refused', async () => {
  expect(await foundBy('dhcp-without-agent', { network: '{ addressing: dhcp }', vm: '{ agent: false }' })).toEqual([
    {
      severity: 'error',
      message: 'without the guest agent, talmox can never learn the address that DHCP gives',
      hint: 'set vm.agent: true, or network.addressing to static or reserved',
      path: 'vm.agent',
    },
  ])
})

test('dhcp-without-agent: nothing is said about with the agent, or with addresses that are known', async () => {
  expect(await foundBy('dhcp-without-agent', { network: '{ addressing: dhcp }' })).toEqual([])
  expect(await foundBy('dhcp-without-agent', { vm: '{ agent: false }' })).toEqual([])
})
