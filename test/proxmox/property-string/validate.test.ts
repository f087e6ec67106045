import { expect, test } from 'vitest'
import { validate } from '../../../src/proxmox/property-string/validate.ts'

test('a property string that Proxmox would take has no faults', () => {
  expect(validate('net', 'virtio=BC:24:11:62:36:54,bridge=vmbr0,tag=7')).toEqual([])
  expect(validate('hostpci', '0000:28:00.0,pcie=1,x-vga=0')).toEqual([])
  expect(validate('smbios1', 'uuid=0b2f8a52-4b8a-4f0e-9a52-1c9f3a1d2e3f,serial=ZHM9,base64=1')).toEqual([])
  expect(validate('startup', 'order=1,up=15,down=60')).toEqual([])
})

test('every wrong sub-key is named', () => {
  expect(validate('net', 'virtio=01:00:00:00:00:00,tag=4095,foo=1')).toEqual([
    'macaddr: invalid format - value does not look like a valid unicast MAC address',
    'tag: value must have a maximum value of 4094',
    'foo: property is not defined in schema and the schema does not allow additional properties',
  ])
})

test('a wrong start-up order has one complaint', () => {
  for (const text of ['', '0', 'x', 'order=1,later=2']) {
    expect(validate('startup', text), text).toEqual(['unable to parse startup options'])
  }
})

test('a CPU is checked as a whole', () => {
  expect(validate('cpu', 'hidden=1')).toEqual(['CPU is missing cputype'])
  expect(validate('cpu', 'pentium9')).toEqual([
    "Built-in cputype 'pentium9' is not defined (missing 'custom-' prefix?)",
  ])
  expect(validate('cpu', 'host,flags=+aes;-pcid')).toEqual([])
  expect(validate('cpu', 'host,flags=+sse9')[0]).toMatch(/^VM-specific CPU flags must be a subset of: aes, amd-no-ssb/)
  expect(validate('cpu', 'host,reported-model=kvm64')).toEqual([
    "Property 'reported-model' not allowed in VM-specific CPU config.",
  ])
})

test('a custom CPU model is checked where the models are known', () => {
  expect(validate('cpu', 'custom-mine')).toEqual([])
  expect(validate('cpu', 'custom-mine', { customCpuModels: new Set() })).toEqual(["Custom cputype 'mine' not found"])
  expect(validate('cpu', 'custom-mine', { customCpuModels: new Set(['mine']) })).toEqual([])
})

test('keeping all backups excludes counts', () => {
  expect(validate('prune-backups', 'keep-all=1,keep-last=3')).toEqual([
    'keep-all cannot be set together with other options.',
  ])
  expect(validate('prune-backups', 'keep-all=1,keep-last=0')).toEqual([])
})

test('each release has its own grammar', () => {
  expect(validate('scsi', 'a1:b,cyls=1', { release: '8' })).toEqual([])
  expect(validate('scsi', 'a1:b,cyls=1')).toHaveLength(1)
  expect(validate('net', 'virtio,host-tunnel=0', { release: '8' })).toHaveLength(1)
  expect(validate('net', 'virtio,host-tunnel=0')).toEqual([])
})

test('the name of one key inside the value of another is no alias twice', () => {
  expect(validate('net', 'virtio=BC:24:11:00:00:01,macaddr=BC:24:11:00:00:02')).toEqual([
    'duplicate key in comma-separated list property: macaddr',
  ])
  expect(validate('net', 'macaddr=BC:24:11:00:00:02,virtio=BC:24:11:00:00:01')).toEqual([
    "key 'macaddr' is already defined (via alias)",
  ])
  expect(validate('net', 'model=virtio,virtio=BC:24:11:00:00:01')).toEqual(["key alias 'model' is already defined"])
})

test('two sub-keys that need the same one are named together', () => {
  const [fault] = validate('crs', 'ha-auto-rebalance-margin=10,ha-auto-rebalance-method=topsis')
  expect(fault).toBe(
    "ha-auto-rebalance: missing property required by 'ha-auto-rebalance-margin'\\nmissing property required by 'ha-auto-rebalance-method'",
  )
})

test('a line feed may end a value', () => {
  expect(validate('net', 'virtio,tag=7\n')).toEqual([])
  expect(validate('virtiofs', 'share\n')).toEqual([])
})
