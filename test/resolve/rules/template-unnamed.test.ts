import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('template-unnamed: a template without name and VMID is refused', async () => {
  expect(await foundBy('template-unnamed', { image: '{ mode: template, template: { clone: linked } }' })).toEqual([
    {
      severity: 'error',
      message: 'image mode template needs a template',
      hint: 'add image.template: { name: "talos-{version}-base" }, or its vmid',
      path: 'image.mode',
    },
  ])
})

test('template-unnamed: nothing is said about a name or a VMID', async () => {
  expect(
    await foundBy('template-unnamed', { image: '{ mode: template, template: { name: "talos-{version}" } }' }),
  ).toEqual([])
  expect(await foundBy('template-unnamed', { image: '{ mode: template, template: { vmid: 998 } }' })).toEqual([])
})
