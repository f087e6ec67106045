import { expect, test } from 'vitest'
import { silence } from '../../../src/doctor/checks/addresses.ts'
import { examined } from '../examined.ts'
import { neighbour } from '../neighbour.ts'

test('an address at which somebody answers already fails, be it a machine or the virtual one', async () => {
  const { failed, troubles } = await examined('addresses', { neighbours: ['192.168.1.212', '192.168.1.210'] })
  expect(failed).toEqual(['addresses'])
  expect(troubles).toEqual([
    '192.168.1.212 of homelab-cp-2 answers already, and not as a machine of this cluster',
    '192.168.1.210 of the Kubernetes API answers already, and not as a machine of this cluster',
  ])
})

test('an address that a VM of others is set to fails, also while that VM is off', async () => {
  const upset = neighbour({ name: 'mail', ipconfig0: 'ip=192.168.1.221/24,gw=192.168.1.1' })
  const { troubles } = await examined('addresses', { upset })
  expect(troubles).toEqual(['192.168.1.221 of homelab-general-1 is set on mail (7000)'])
})

test('only those that were asked are said to be silent', () => {
  expect([silence(1, 1), silence(7, 7)]).toEqual([
    'nobody answers at the one to be given',
    'nobody answers at the 7 to be given',
  ])
  expect(silence(512, 900)).toBe('nobody answers at the first 512 of 900 to be given; the others were not asked')
})
