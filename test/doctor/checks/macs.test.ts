import { expect, test } from 'vitest'
import { armFaults } from '../../../sim/faults/faults.ts'
import { faultRule } from '../../../sim/faults/rule.ts'
import { example } from '../../proxmox/permissions/world-for.ts'
import type { Running } from '../../sim/harness.ts'
import { examined } from '../examined.ts'
import { neighbour } from '../neighbour.ts'

test('a MAC address that a VM of others has fails', async () => {
  const mac = (await example('homelab.yaml')).machines[0]?.nics[0].mac ?? ''
  const upset = neighbour({ name: 'mail', net0: `virtio=${mac.toLowerCase()},bridge=vmbr0` })
  const { failed, troubles } = await examined('MAC addresses', { upset })
  expect(failed).toEqual(['MAC addresses'])
  expect(troubles).toEqual([expect.stringContaining('of homelab-cp-1 is also the MAC address of mail (7000) on pve2')])
})

test('a MAC address and an address that a container of others has fail, too', async () => {
  const mac = (await example('homelab.yaml')).machines[0]?.nics[0].mac ?? ''
  const net0 = `name=eth0,bridge=vmbr0,hwaddr=${mac},ip=192.168.1.221/24,type=veth`
  const upset = neighbour({ hostname: 'dns', net0 }, 'lxc')
  const { failed, troubles } = await examined('MAC addresses', { upset })
  expect(failed).toEqual(['MAC addresses', 'addresses'])
  expect(troubles).toEqual([`${mac} of homelab-cp-1 is also the MAC address of dns (7000) on pve2`])
})

test('a VM of others that goes away while it is looked at is no trouble', async () => {
  const upset = (running: Running) => {
    neighbour({ name: 'mail' })(running)
    const gone = { code: 500, text: "Configuration file 'nodes/pve2/qemu-server/7000.conf' does not exist" }
    const rule = { when: { path: '/nodes/*/qemu/7000/config' }, do: { status: gone } }
    armFaults(running.sim).add(faultRule.parse(rule))
  }
  expect(await examined('MAC addresses', { upset })).toMatchObject({ status: 'ok', failed: [] })
})
