import { expect, test } from 'vitest'
import type { Running } from '../../sim/harness.ts'
import { examined } from '../examined.ts'

const file = 'gpu-and-cilium.yaml'

/** Maps the card on pve3, which has it in the group given. */
const mapped = (iommugroup: number) => (running: Running) => {
  const { world } = running.sim
  const host = world.hosts.find(({ name }) => name === 'pve3')
  host?.pci.push({ id: '0000:28:00.0', class: '0x030000', vendor: '0x10de', device: '0x2c05', iommugroup })
  world.mappings.pci.rtx5070ti = { map: ['id=10de:2c05,iommugroup=14,node=pve3,path=0000:28:00.0'] }
}

test('a mapping that is not there fails', async () => {
  const { status, troubles } = await examined('devices', { file })
  expect(status).toBe('fail')
  expect(troubles).toEqual(['there is no PCI mapping rtx5070ti, or it may not be seen'])
})

test('a device that lost its IOMMU group fails, and the way out speaks of the IOMMU', async () => {
  const { troubles, hints } = await examined('devices', { file, upset: mapped(-1) })
  expect(troubles).toEqual([expect.stringContaining('the PCI mapping rtx5070ti does not fit pve3')])
  expect(hints).toEqual([expect.stringContaining('switch the IOMMU on')])
})

test('a device as it was mapped is well', async () => {
  expect(await examined('devices', { file, upset: mapped(14) })).toMatchObject({ status: 'ok' })
})
