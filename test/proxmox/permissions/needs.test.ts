import { expect, test } from 'vitest'
import { needsOf } from '../../../src/proxmox/permissions/needs.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'

test('every host that may carry a machine may fetch an image, wherever machines are now', async () => {
  const desired = await resolved({ ...smallCluster, controlPlane: { count: 1 }, ha: false })
  const needs = needsOf(desired, { release: '9' })
  const fetching = needs.filter(({ privilege }) => privilege === 'Sys.AccessNetwork').map(({ path }) => path)
  expect(fetching).toEqual(['/nodes/pve1', '/nodes/pve2', '/nodes/pve3'])
})
