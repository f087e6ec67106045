import { expect, test } from 'vitest'
import { takeAway } from '../../proxmox/permissions/caller.ts'
import type { Running } from '../../sim/harness.ts'
import { examined } from '../examined.ts'

const lacking = (privilege: string, path: string) => (running: Running) => takeAway(running, { privilege, path })

test('a missing right is named with its path, what it is for, and the command that gives it', async () => {
  expect(await examined('permissions', { upset: lacking('VM.PowerMgmt', '/pool/k8s-homelab') })).toMatchObject({
    failed: ['permissions'],
    troubles: ['talmox@pve!test lacks VM.PowerMgmt on /pool/k8s-homelab, needed to start, stop and restart machines'],
    hints: ['talmox role --script -f examples/homelab.yaml prints the commands that give it'],
  })
})

test('every missing right has a line of its own', async () => {
  const { troubles } = await examined('permissions', {
    upset: (running) => {
      lacking('SDN.Use', '/sdn/zones/localnetwork/vmbr0')(running)
      lacking('Datastore.AllocateTemplate', '/storage/local')(running)
    },
  })
  expect(troubles).toEqual([
    'talmox@pve!test lacks SDN.Use on /sdn/zones/localnetwork/vmbr0, needed to make machines and to change the hardware of machines',
    'talmox@pve!test lacks Datastore.AllocateTemplate on /storage/local, needed to let hosts download Talos images',
  ])
})

test('a right that only the user has does not count for a token with privileges of its own', async () => {
  const { troubles } = await examined('permissions', {
    upset: ({ sim: { world } }) => {
      world.access.acl = world.access.acl.filter(({ path, ugid }) => path !== '/vms' || ugid !== 'talmox@pve!test')
    },
  })
  expect(troubles).toEqual([expect.stringContaining('lacks VM.Config.Options on /vms')])
})

test('rights on the whole datacenter are enough', async () => {
  const { status } = await examined('permissions', {
    upset: ({ sim: { world } }) => {
      const of = { path: '/', roleid: 'Administrator', propagate: true }
      world.access.acl = [
        { ...of, type: 'user', ugid: 'talmox@pve' },
        { ...of, type: 'token', ugid: 'talmox@pve!test' },
      ]
    },
  })
  expect(status).toBe('ok')
})

test('the older release is asked for its own right to the guest agent', async () => {
  const on8 = { file: 'gpu-and-cilium.yaml', flavour: '8.4' } as const
  expect(await examined('permissions', on8)).toMatchObject({ status: 'ok' })
  const { troubles } = await examined('permissions', { ...on8, upset: lacking('VM.Monitor', '/vms') })
  expect(troubles).toEqual([expect.stringContaining('lacks VM.Monitor on /vms, needed to learn addresses')])
})
