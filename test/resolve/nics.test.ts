import { expect, test } from 'vitest'
import type { Desired } from '../../src/resolve/desired.ts'
import { resolved, smallCluster } from './resolved.ts'

const nics = [{ bridge: 'vmbr1', cidr: '10.40.0.0/16' }]

function addressesOf({ machines }: Desired, nic: number): (string | undefined)[] {
  return machines.map((machine) => machine.nics[nic]?.addresses[0]?.address)
}

test('a further NIC lies as far into its network as the first one, however that is written', async () => {
  for (const addresses of ['+30', '10.0.0.30-10.0.0.39', ['10.0.0.30', '10.0.0.31', '10.0.0.32']]) {
    const desired = await resolved({ ...smallCluster, controlPlane: { addresses, network: { nics } } })
    expect(addressesOf(desired, 1)).toEqual(['10.40.0.30', '10.40.0.31', '10.40.0.32'])
  }
})

test('a further NIC may have addresses of its own', async () => {
  const own = [{ ...nics[0], addresses: '+50' }]
  const desired = await resolved({ ...smallCluster, controlPlane: { network: { nics: own } } })
  expect(addressesOf(desired, 1)).toEqual(['10.40.0.50', '10.40.0.51', '10.40.0.52'])
})

test('with DHCP no address is known, not even one that the file names', async () => {
  const network = { addressing: 'dhcp' }
  const nodes = { 'test-cp-1': { address: '10.0.0.5' } }
  expect(addressesOf(await resolved({ ...smallCluster, network, nodes }), 0)).toEqual([undefined, undefined, undefined])
})
