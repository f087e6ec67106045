import { expect, test } from 'vitest'
import { example } from '../../proxmox/permissions/world-for.ts'
import { examined } from '../examined.ts'

test('a machine that is left behind locked comes with the command that root must run', async () => {
  const [machine] = (await example('homelab.yaml')).machines
  const { status, troubles, hints } = await examined('locks', {
    upset: async ({ sim: { world } }) => {
      const config = { name: machine?.name ?? '', smbios1: `uuid=${machine?.uuid}`, lock: 'clone' }
      world.vms.push({ vmid: 2000, kind: 'qemu', node: 'pve1', config, pending: {}, pendingDelete: {}, snapshots: [] })
      world.access.pools.push({ poolid: 'k8s-homelab', comment: '', vms: [2000], storages: [] })
    },
  })
  expect(status).toBe('warn')
  expect(troubles).toEqual(['homelab-cp-1 (VM 2000) is locked (clone): a task is at work on it, or was killed'])
  expect(hints).toEqual(['when no task of it runs any more, `qm unlock 2000` as root on pve1; a token cannot'])
})
