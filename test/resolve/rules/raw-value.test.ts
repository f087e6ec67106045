import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('raw-value: values of another type, range or list are refused', async () => {
  expect(
    await foundBy('raw-value', {
      vm: '{ raw: { tablet: maybe, keyboard: klingon, migrate_speed: -1, migrate_downtime: soon, startdate: tomorrow, allow-ksm: 2 } }',
    }),
  ).toEqual([
    { severity: 'error', message: 'not a value of tablet', hint: 'use 0 or 1', path: 'vm.raw.tablet' },
    {
      severity: 'error',
      message: 'not a value of keyboard',
      hint: 'use one of de, de-ch, da, en-gb, en-us, es, fi, fr, fr-be, fr-ca, fr-ch, hu, is, it, ja, lt, mk, nl, no, pl, pt, pt-br, sv, sl, tr',
      path: 'vm.raw.keyboard',
    },
    {
      severity: 'error',
      message: 'not a value of migrate_speed',
      hint: 'use a whole number from 0',
      path: 'vm.raw.migrate_speed',
    },
    {
      severity: 'error',
      message: 'not a value of migrate_downtime',
      hint: 'use a number from 0',
      path: 'vm.raw.migrate_downtime',
    },
    {
      severity: 'error',
      message: 'not a value of startdate',
      hint: 'use text of the form (now|\\d{4}-\\d{1,2}-\\d{1,2}(T\\d{1,2}:\\d{1,2}:\\d{1,2})?)',
      path: 'vm.raw.startdate',
    },
    {
      severity: 'error',
      message: 'not a value of allow-ksm',
      hint: 'use 0 or 1; it exists since Proxmox 9.1',
      path: 'vm.raw.allow-ksm',
    },
  ])
})

test('raw-value: property strings are checked too', async () => {
  expect(
    await foundBy('raw-value', {
      vm: '{ raw: { usb0: "mapping=stick,speed=9", audio0: "device=drum", vmstatestorage: "a b" } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message:
        'not a value of usb0: speed: property is not defined in schema and the schema does not allow additional properties',
      hint: 'write it as qm set takes it',
      path: 'vm.raw.usb0',
    },
    {
      severity: 'error',
      message:
        "not a value of audio0: device: value 'drum' does not have a value in the enumeration 'ich9-intel-hda, intel-hda, AC97'",
      hint: 'write it as qm set takes it',
      path: 'vm.raw.audio0',
    },
    {
      severity: 'error',
      message: "not a value of vmstatestorage: invalid format - storage ID 'a b' contains illegal characters",
      hint: 'write it as qm set takes it',
      path: 'vm.raw.vmstatestorage',
    },
  ])
})

test('raw-value: nothing is said about values that fit', async () => {
  expect(
    await foundBy('raw-value', {
      vm: '{ raw: { tablet: false, keyboard: de, migrate_speed: 100, migrate_downtime: 0.5, startdate: now, allow-ksm: 0, usb0: "mapping=stick,usb3=1", numa0: "cpus=0-3" } }',
    }),
  ).toEqual([])
})
