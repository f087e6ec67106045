import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

const iso = { image: '{ mode: iso }' }

test('iso-without-install-disk: null takes away what an ISO needs', async () => {
  expect(
    await foundBy('iso-without-install-disk', {
      ...iso,
      workers: '{ general: { count: 1, talos: { installDisk: null } } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'in image mode iso Talos needs a disk to install to, null takes it away',
      hint: 'leave the line out, the disk then follows from the bus of the boot disk; or name it, such as /dev/sda',
      path: 'workers.general.talos.installDisk',
    },
  ])
})

test('iso-without-install-disk: nothing is said where the disk is derived, named again, or not needed', async () => {
  expect(await foundBy('iso-without-install-disk', iso)).toEqual([])
  expect(
    await foundBy('iso-without-install-disk', {
      ...iso,
      talos: '{ version: v1.12.4, installDisk: null }',
      controlPlane: '{ talos: { installDisk: /dev/sda } }',
    }),
  ).toEqual([])
  expect(await foundBy('iso-without-install-disk', { talos: '{ version: v1.12.4, installDisk: null }' })).toEqual([])
})
