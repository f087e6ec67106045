import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('duplicate-vmid: an override that counts from 1 meets the next machine', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp-1: { vmid: 2001 } }' })).toEqual([
    {
      code: 'duplicate-vmid',
      severity: 'error',
      path: 'nodes.lab-cp-1.vmid',
      message: 'VMID 2001 is given to lab-cp-1 here and to lab-cp-2 by controlPlane.vmids',
      hint: 'let the pool start there (controlPlane.vmids: 2001-2999), choose a VMID that no pool hands out, such as 3000, or leave the line out',
    },
  ])
})

test('duplicate-vmid: two overrides name both places', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp-1: { vmid: 150 }, lab-cp-2: { vmid: 150 } }' })).toEqual([
    {
      code: 'duplicate-vmid',
      severity: 'error',
      path: 'nodes.lab-cp-2.vmid',
      message: 'VMID 150 is given to lab-cp-2 here and to lab-cp-1 by nodes.lab-cp-1.vmid',
      hint: 'choose a VMID that no pool hands out, such as 3000, or leave the line out',
    },
  ])
})

test('duplicate-vmid: an override meets a machine of another pool', async () => {
  expect(await problemsOf({ workers: '{ general: { count: 2 } }', nodes: '{ lab-cp-1: { vmid: 3001 } }' })).toEqual([
    {
      code: 'duplicate-vmid',
      severity: 'error',
      path: 'nodes.lab-cp-1.vmid',
      message: 'VMID 3001 is given to lab-cp-1 here and to lab-general-2 by workers.general.vmids',
      hint: 'choose a VMID that no pool hands out, such as 4000, or leave the line out',
    },
  ])
})

test('duplicate-vmid: a template has its own', async () => {
  expect(await problemsOf({ image: '{ mode: template, template: { vmid: 2002 } }' })).toEqual([
    {
      code: 'duplicate-vmid',
      severity: 'error',
      path: 'image.template.vmid',
      message: 'VMID 2002 is that of the template here and is given to lab-cp-3 by controlPlane.vmids',
      hint: 'use a VMID for the template that no pool hands out, such as 998',
    },
  ])
})

test('duplicate-vmid: machines that swap their VMIDs are fine', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp-1: { vmid: 2001 }, lab-cp-2: { vmid: 2000 } }' })).toEqual([])
})
