import { expect, test } from 'vitest'
import { asItIsNow } from '../../../src/actions/proxmox/as-it-is-now.ts'
import { ProxmoxError } from '../../../src/proxmox/client/error.ts'

const failing = (code: string) =>
  new ProxmoxError(code, { code, again: 'never', call: 'POST /nodes/pve1/qemu/1/config' })

/** A change that fails a number of times before it is made. */
function changeAfter(times: number, error: Error) {
  let asked = 0
  return {
    change: async () => {
      if (++asked <= times) throw error
      return 'changed'
    },
    asked: () => asked,
  }
}

test.each(['proxmox-changed', 'proxmox-not-found'])('a VM that fails with %s is looked at again', async (code) => {
  const { change } = changeAfter(2, failing(code))
  expect(await asItIsNow(change)).toBe('changed')
})

test('a VM that changes again and again is left after three looks', async () => {
  const { change, asked } = changeAfter(9, failing('proxmox-changed'))
  await expect(asItIsNow(change)).rejects.toMatchObject({ code: 'proxmox-changed' })
  expect(asked()).toBe(3)
})

test('any other failure is told at once', async () => {
  const { change, asked } = changeAfter(9, failing('proxmox-permission'))
  await expect(asItIsNow(change)).rejects.toMatchObject({ code: 'proxmox-permission' })
  expect(asked()).toBe(1)
})
