import { expect, test } from 'vitest'
import { example } from '../../proxmox/permissions/world-for.ts'
import { examined } from '../examined.ts'
import { neighbour } from '../neighbour.ts'

test('a MAC address that a VM of others has fails', async () => {
  const mac = (await example('homelab.yaml')).machines[0]?.nics[0].mac ?? ''
  const upset = neighbour({ name: 'mail', net0: `virtio=${mac.toLowerCase()},bridge=vmbr0` })
  const { failed, troubles } = await examined('MAC addresses', { upset })
  expect(failed).toEqual(['MAC addresses'])
  expect(troubles).toEqual([expect.stringContaining('of homelab-cp-1 is also the MAC address of mail (7000) on pve2')])
})
