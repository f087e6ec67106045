import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('linked-clone-storage: a linked clone on another storage is refused', async () => {
  expect(
    await foundBy('linked-clone-storage', {
      proxmox: '{ storage: { disks: local-zfs, templates: tank } }',
      image: '{ mode: template, template: { vmid: 998, clone: linked } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'a linked clone stays on the storage of its template, tank; the disk is to be on local-zfs',
      hint: 'use one storage for both, or clone: full',
      path: 'image.template.clone',
    },
  ])
})

test('linked-clone-storage: also when only the disk is elsewhere', async () => {
  expect(
    await foundBy('linked-clone-storage', {
      image: '{ mode: template, template: { vmid: 998, clone: linked } }',
      vm: '{ disk: { storage: tank } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'a linked clone stays on the storage of its template, local-lvm; the disk is to be on tank',
      hint: 'use one storage for both, or clone: full',
      path: 'image.template.clone',
    },
  ])
})

test('linked-clone-storage: nothing is said about one storage, or a full clone', async () => {
  expect(
    await foundBy('linked-clone-storage', { image: '{ mode: template, template: { vmid: 998, clone: linked } }' }),
  ).toEqual([])
  expect(
    await foundBy('linked-clone-storage', {
      proxmox: '{ storage: { disks: local-zfs, templates: tank } }',
      image: '{ mode: template, template: { vmid: 998 } }',
    }),
  ).toEqual([])
})
