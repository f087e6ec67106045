import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCdrom, isCloudInit, parseDrive, printDrive } from '../../../../sim/proxmox/api/qemu/drive/drive.ts'
import { newDisk } from '../../../../sim/proxmox/api/qemu/drive/volume-id.ts'

const options = fc.record(
  {
    cache: fc.constantFrom('none', 'writeback'),
    discard: fc.constantFrom('on', 'ignore'),
    ssd: fc.constantFrom('0', '1'),
    iothread: fc.constantFrom('0', '1'),
    mbps: fc.integer({ min: 1, max: 999 }).map(String),
    serial: fc.stringMatching(/^[A-Za-z0-9]{1,12}$/),
  },
  { requiredKeys: [] },
)

describe('a drive', () => {
  test('is the same after it has been written and read', () => {
    fc.assert(
      fc.property(options, fc.integer({ min: 1, max: 4096 }), (given, gigabytes) => {
        const drive = { file: 'thin:vm-100-disk-0', size: gigabytes * 1024 ** 3, options: given }
        expect(parseDrive('scsi0', printDrive('scsi0', drive))).toEqual(drive)
      }),
    )
  })

  test.each([
    ['limits for both and for one direction', 'thin:1,mbps=5,mbps_rd=3'],
    ['a burst without a limit', 'thin:1,iops_max_length=3'],
    ['a format for a CD', 'local:iso/a.iso,media=cdrom,format=raw'],
  ])('is refused with %s', (_, text) => {
    expect(parseDrive('scsi0', text)).toBeUndefined()
  })

  test('keeps its volume first and the rest by name', () => {
    const drive = parseDrive('scsi0', 'ssd=1,size=2048M,file=thin:vm-100-disk-0,discard=on')
    expect(drive && printDrive('scsi0', drive)).toBe('thin:vm-100-disk-0,discard=on,size=2G,ssd=1')
  })

  test.each([
    ['local:cloudinit', true],
    ['local:100/vm-100-cloudinit.qcow2', true],
    ['thin:vm-100-cloudinit', true],
    ['local:iso/cloudinit.iso', false],
  ])('%s is for cloud-init: %s', (file, expected) => {
    expect(isCloudInit({ file, options: {} })).toBe(expected)
  })

  test('is a CD only when it says so', () => {
    expect(isCdrom({ file: 'local:iso/a.iso', options: {} })).toBe(false)
    expect(isCdrom({ file: 'none', options: { media: 'cdrom' } })).toBe(true)
  })
})

test.each([
  ['local:32', { storage: 'local', gigabytes: 32 }],
  ['0.5', { gigabytes: 0.5 }],
  ['local:100/vm-100-disk-0.raw', undefined],
  ['local:x', undefined],
])('%s asks for a new disk of %o', (file, expected) => {
  expect(newDisk(file)).toEqual(expected)
})
