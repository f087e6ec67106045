import { expect, test } from 'vitest'
import type { Live } from '../../src/live/live.ts'
import type { TalosAccess } from '../../src/live/talos-access.ts'
import { lookAtHealth } from '../../src/run/health.ts'
import { clusterOf } from '../plan/situations.ts'
import { nothingThere, vmOf } from '../plan/world.ts'

const desired = await clusterOf({})
const empty = nothingThere(desired)
const refuse = () => {
  throw new Error('nobody is to be asked')
}
const talos: TalosAccess = {
  probe: refuse,
  identify: refuse,
  showsOurs: refuse,
  maintenance: refuse,
  cluster: refuse,
  close: refuse,
}

async function said(proxmox: Partial<Live['proxmox']>): Promise<string> {
  const live = { ...empty, proxmox: { ...empty.proxmox, ...proxmox } }
  const [machines] = await lookAtHealth(desired, live, { talos, workloads: refuse })
  return machines?.outcome.kind === 'waiting' ? machines.outcome.reason : ''
}

const vms = desired.machines.map((machine) => vmOf(desired, machine))

test('what is wrong with several machines is said once, of all of them', async () => {
  const [first, second, ...others] = vms
  if (first === undefined || second === undefined) throw new Error('there are too few machines')
  expect(await said({ vms: others.map((vm) => ({ ...vm, power: 'running' })) })).toMatch(
    /^homelab-cp-1, homelab-cp-2 do not exist; homelab-cp-3, .* have no address yet$/,
  )
  expect(await said({ vms: vms.map((vm) => (vm === first ? vm : { ...vm, power: 'running' })) })).toMatch(
    /^homelab-cp-1 is stopped; /,
  )
})

test('machines of a host that does not answer are there, though nobody can look at them', async () => {
  const unread = vms.map(({ config: _, pending: __, record: ___, ...guest }) => ({
    ...guest,
    host: 'pve2',
    power: 'unknown' as const,
    why: 'host-silent' as const,
    reason: 'its host is down or out of reach',
  }))
  expect(await said({ unread })).toMatch(
    /^homelab-cp-1, .* on pve2 cannot be looked at: its host is down or out of reach$/,
  )
})
