import { expect, test } from 'vitest'
import type { Running } from '../../sim/harness.ts'
import { examined } from '../examined.ts'

const foreign = ({ sim: { world } }: Running) => {
  const config = { name: 'mail' }
  world.vms.push({ vmid: 2001, kind: 'qemu', node: 'pve2', config, pending: {}, pendingDelete: {}, snapshots: [] })
}

test('a VMID that a guest of others has fails, also when that guest may not be seen', async () => {
  const { failed, troubles } = await examined('VMIDs', { upset: foreign })
  expect(failed).toEqual(['VMIDs'])
  expect(troubles).toEqual(['VMID 2001 of homelab-cp-2 is taken by a guest that may not be seen'])
})

test('a guest that may be seen is named', async () => {
  const { troubles } = await examined('VMIDs', {
    upset: (running) => {
      foreign(running)
      for (const role of running.sim.world.access.roles) {
        if (role.roleid === 'talmox-homelab-machines') role.privs = [...role.privs, 'VM.Audit']
      }
    },
  })
  expect(troubles).toEqual([expect.stringMatching(/^VMID 2001 of homelab-cp-2 is taken by mail on pve2: /)])
})
