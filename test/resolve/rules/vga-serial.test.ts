import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('vga-serial: a display on a console that is not there is refused', async () => {
  expect(await foundBy('vga-serial', { vm: '{ vga: serial0 }' })).toEqual([
    {
      severity: 'error',
      message: 'the display is to be the serial console, but there is none',
      hint: 'set vm.serial: true',
      path: 'vm.vga',
    },
  ])
})

test('vga-serial: nothing is said about a display on the console', async () => {
  expect(await foundBy('vga-serial', { vm: '{ vga: serial0, serial: true }' })).toEqual([])
})
