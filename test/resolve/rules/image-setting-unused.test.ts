import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('image-setting-unused: a template without its mode is warned about', async () => {
  expect(await foundBy('image-setting-unused', { image: '{ template: { name: "talos-{version}-base" } }' })).toEqual([
    {
      severity: 'warning',
      message: 'this is used only in image mode template',
      hint: 'set image.mode: template, or remove it',
      path: 'image.template.name',
    },
  ])
})

test('image-setting-unused: an ISO and an install disk in mode import too', async () => {
  expect(
    await foundBy('image-setting-unused', {
      image: '{ iso: { volume: "local:iso/a.iso" } }',
      talos: '{ version: v1.12.4, installDisk: /dev/sda }',
    }),
  ).toEqual([
    {
      severity: 'warning',
      message: 'this is used only in image mode iso',
      hint: 'set image.mode: iso, or remove it',
      path: 'image.iso.volume',
    },
    {
      severity: 'warning',
      message: 'this is used only in image mode iso',
      hint: 'set image.mode: iso, or remove it',
      path: 'talos.installDisk',
    },
  ])
})

test('image-setting-unused: nothing is said about a setting that one pool uses', async () => {
  expect(
    await foundBy('image-setting-unused', {
      image: '{ template: { vmid: 998 } }',
      workers: '{ gpu: { count: 1, image: { mode: template } } }',
    }),
  ).toEqual([])
})
