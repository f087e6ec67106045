import { expect, test } from 'vitest'
import { findQemuKey } from '../../src/proxmox/qemu-key.ts'
import { qemuKeys } from '../../src/proxmox/tables/qemu-keys.gen.ts'

test('a plain key is found under its own name', () => {
  expect(findQemuKey('cores')).toMatchObject({ name: 'cores', key: { kind: 'config', type: 'integer', minimum: 1 } })
})

test('an indexed key is found up to its last index', () => {
  expect(findQemuKey('scsi30')).toMatchObject({ name: 'scsi[n]', index: 30 })
  expect(findQemuKey('scsi31')).toBeUndefined()
  expect(findQemuKey('net31')).toMatchObject({ index: 31 })
  expect(findQemuKey('ide4')).toBeUndefined()
})

test('numa is a switch and numa0 is a node', () => {
  expect(findQemuKey('numa')?.key.type).toBe('boolean')
  expect(findQemuKey('numa0')?.key.propertyString).toBe('numa')
})

test('keys with a fixed index are not indexed keys', () => {
  expect(findQemuKey('efidisk0')?.name).toBe('efidisk0')
  expect(findQemuKey('efidisk1')).toBeUndefined()
})

test('the name in the table, leading zeros and unknown words are not keys', () => {
  for (const written of ['scsi[n]', 'scsi', 'scsi01', 'nosuch', '', 'toString', 'toString0']) {
    expect(findQemuKey(written), written).toBeUndefined()
  }
})

test('what belongs to one call only is told apart from what the config keeps', () => {
  const kinds = Object.entries(qemuKeys).filter(([, key]) => key.kind !== 'config')
  expect(kinds.map(([name, key]) => `${key.kind} ${name}`)).toEqual([
    'create archive',
    'update background_delay',
    'create bwlimit',
    'update delete',
    'update digest',
    'create force',
    'create ha-managed',
    'create import-working-storage',
    'create live-restore',
    'create node',
    'create pool',
    'update revert',
    'update skiplock',
    'create start',
    'create storage',
    'create unique',
    'create vmid',
  ])
})

test('the keys that only root@pam may set are known', () => {
  const rootOnly = Object.entries(qemuKeys).filter(([, key]) => key.rootOnly)
  expect(rootOnly.map(([name]) => name)).toEqual(
    'affinity amd-sev arch args hookscript hugepages intel-tdx ivshmem keephugepages lock parallel[n] spice_enhancements vmgenid'.split(
      ' ',
    ),
  )
})
