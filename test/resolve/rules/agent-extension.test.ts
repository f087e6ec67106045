import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('agent-extension: an ISO that is already there is warned about', async () => {
  expect(await foundBy('agent-extension', { image: '{ mode: iso, iso: { volume: "local:iso/talos.iso" } }' })).toEqual([
    {
      severity: 'warning',
      message: 'talmox cannot add the guest agent to an ISO that is already there',
      hint: 'make sure that it holds the extension qemu-guest-agent, or set vm.agent: false',
      path: 'image.iso.volume',
    },
  ])
})

test('agent-extension: a template that is already there too', async () => {
  expect(
    await foundBy('agent-extension', { image: '{ mode: template, template: { vmid: 998, prepare: false } }' }),
  ).toEqual([
    {
      severity: 'warning',
      message: 'talmox cannot add the guest agent to a template that is already there',
      hint: 'make sure that it holds the extension qemu-guest-agent, or set vm.agent: false',
      path: 'image.template.prepare',
    },
  ])
})

test('agent-extension: nothing is said about without the agent, or with an image that talmox orders', async () => {
  expect(
    await foundBy('agent-extension', {
      image: '{ mode: iso, iso: { volume: "local:iso/talos.iso" } }',
      vm: '{ agent: false }',
    }),
  ).toEqual([])
  expect(await foundBy('agent-extension', { image: '{ mode: iso }' })).toEqual([])
  expect(await foundBy('agent-extension', { image: '{ mode: template, template: { vmid: 998 } }' })).toEqual([])
})
