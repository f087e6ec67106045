import { expect, test } from 'vitest'
import type { Running } from '../../sim/harness.ts'
import { examined } from '../examined.ts'

/** A virtual network in the place of the bridge, seen by everybody. */
function virtual({ sim: { world } }: Running): void {
  world.sdn.zones.lab = { type: 'simple' }
  world.sdn.vnets.vmbr0 = { type: 'vnet', zone: 'lab' }
  const of = { path: '/sdn', roleid: 'PVESDNAdmin', propagate: true }
  world.access.acl.push({ ...of, type: 'user', ugid: 'talmox@pve' }, { ...of, type: 'token', ugid: 'talmox@pve!test' })
}

test('a virtual network that was written down and not applied fails', async () => {
  const { troubles, hints } = await examined('vnets', { upset: virtual })
  expect(troubles).toEqual(['the virtual network vmbr0 of zone lab is not applied'])
  expect(hints).toEqual(['apply it: Datacenter → SDN → Apply'])
})

test('one that is applied is well, and is not looked for among the bridges', async () => {
  const applied = (running: Running) => {
    virtual(running)
    const { sdn } = running.sim.world
    sdn.applied = structuredClone({ zones: sdn.zones, vnets: sdn.vnets, subnets: sdn.subnets })
  }
  expect(await examined('vnets', { upset: applied })).toMatchObject({ status: 'ok' })
  expect(await examined('bridges', { upset: applied })).toMatchObject({ status: 'ok' })
})
