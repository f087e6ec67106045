import { expect, test } from 'vitest'
import type { Running } from '../../sim/harness.ts'
import { examined } from '../examined.ts'

const file = 'role-templates.yaml'

const guest =
  (vmid: number, config: Record<string, string>) =>
  ({ sim: { world } }: Running) => {
    world.vms.push({ vmid, kind: 'qemu', node: 'pve1', config, pending: {}, pendingDelete: {}, snapshots: [] })
  }

test('a VM that has the number of a template and is none fails', async () => {
  const { troubles } = await examined('templates', { file, upset: guest(998, { name: 'mail' }) })
  expect(troubles).toEqual(['VM 998 on pve1 (mail) has the VMID of a template and is none'])
})

test('an old template at the number of the new one fails', async () => {
  const upset = guest(999, { name: 'talos-v1.11.0-worker', template: '1' })
  const { troubles } = await examined('templates', { file, upset })
  expect(troubles).toEqual(['VM 999 on pve1 (talos-v1.11.0-worker) is another template than talos-v1.12.4-worker'])
})

test('the template itself is well', async () => {
  const upset = guest(998, { name: 'talos-v1.12.4-controlplane', template: '1' })
  expect(await examined('templates', { file, upset })).toMatchObject({ status: 'ok' })
})
