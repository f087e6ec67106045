import { expect, test } from 'vitest'
import { equal } from '../../../src/proxmox/property-string/equal.ts'
import { parse } from '../../../src/proxmox/property-string/parse.ts'
import { print } from '../../../src/proxmox/property-string/print.ts'
import { UserError } from '../../../src/user-error.ts'

const MAC = 'BC:24:11:62:36:54'

test('a model that carries its address is two sub-keys', () => {
  const net = parse('net', `virtio=${MAC},bridge=vmbr0,firewall=1,tag=7,queues=4`)
  expect(net).toEqual({ model: 'virtio', macaddr: MAC, bridge: 'vmbr0', firewall: true, tag: 7, queues: 4 })
  expect(print('net', net)).toBe(`virtio=${MAC},bridge=vmbr0,firewall=1,queues=4,tag=7`)
})

test('a model without an address stands alone', () => {
  expect(print('net', { model: 'virtio', bridge: 'vmbr0' })).toBe('virtio,bridge=vmbr0')
})

test('a model that the grammar does not know keeps its address apart', () => {
  const text = print('net', { model: 'newnic', macaddr: MAC })
  expect(text).toBe(`newnic,macaddr=${MAC}`)
  expect(parse('net', text)).toEqual({ model: 'newnic', macaddr: MAC })
})

test('a disk size is bytes, written with the largest unit that divides it', () => {
  expect(parse('scsi', 'local-zfs:vm-1-disk-0,size=1.5G')).toEqual({ file: 'local-zfs:vm-1-disk-0', size: 1610612736 })
  expect(print('scsi', { file: 'a:b', size: 40 * 1024 ** 3 })).toBe('a:b,size=40G')
  expect(print('scsi', { file: 'a:b', size: 1536 * 1024 ** 2 })).toBe('a:b,size=1536M')
  expect(print('efidisk', { file: 'a:b', size: 540672 })).toBe('a:b,size=528K')
})

test('lists keep their order', () => {
  expect(parse('boot', 'order=scsi0;ide2;net0')).toEqual({ order: ['scsi0', 'ide2', 'net0'] })
  expect(print('cpu', { cputype: 'host', flags: ['+aes', '-pcid'] })).toBe('host,flags=+aes;-pcid')
  expect(parse('hostpci', '0000:28:00.0;0000:28:00.1,pcie=1').host).toEqual(['0000:28:00.0', '0000:28:00.1'])
})

test('every spelling of a boolean is read, and one is written', () => {
  for (const yes of ['1', 'on', 'yes', 'true', 'YES']) expect(parse('agent', yes).enabled, yes).toBe(true)
  for (const no of ['0', 'off', 'no', 'False']) expect(parse('agent', no).enabled, no).toBe(false)
  expect(print('agent', { enabled: true, fstrim_cloned_disks: false })).toBe('1,fstrim_cloned_disks=0')
})

test('a sub-key by its other name is the same sub-key', () => {
  expect(parse('agent', '1,freeze-fs-on-backup=0')).toEqual({ enabled: true, 'freeze-fs': false })
  expect(parse('agent', '1,freeze-fs-on-backup=0', '8')).toEqual({ enabled: true, 'freeze-fs-on-backup': false })
  expect(parse('scsi', 'volume=a:b')).toEqual({ file: 'a:b' })
  expect(() => print('agent', { enabled: true, 'freeze-fs-on-backup': true })).toThrow('another name of freeze-fs')
})

test('what a newer Proxmox added is kept', () => {
  const vga = parse('vga', 'hologram,depth=3')
  expect(vga).toEqual({ type: 'hologram', depth: '3' })
  expect(print('vga', vga)).toBe('hologram,depth=3')
})

test('names of inherited properties are sub-keys like any other', () => {
  expect(parse('vga', 'std,toString=1,__proto__=x')).toEqual({ type: 'std', toString: '1', ['__proto__']: 'x' })
})

test('a value that would be misread without its name gets it', () => {
  expect(print('scsi', { file: '/mnt/a=b.raw' })).toBe('file=/mnt/a=b.raw')
})

test('the required sub-keys come before the optional ones', () => {
  expect(print('audio', { driver: 'none', device: 'AC97' })).toBe('device=AC97,driver=none')
})

test('a text that cannot be read says why, as Proxmox would', () => {
  const attempts: readonly (readonly [() => unknown, string])[] = [
    [() => parse('net', 'virtio,e1000'), 'duplicate key in comma-separated list property: model'],
    [() => parse('net', 'bridge=vmbr0'), 'model: property is missing and it is not optional'],
    [() => parse('net', 'virtio,tag=x'), "tag: type check ('integer') failed - got 'x'"],
    [() => parse('scsi', 'a:b,size=big'), 'size: value does not look like a valid disk size: big'],
    [() => parse('audio', 'AC97'), 'value without key, but schema does not define a default key'],
    [() => parse('rng', '/dev/urandom,period=1e999'), "period: type check ('integer') failed - got '1e999'"],
  ]
  for (const [attempt, words] of attempts) {
    expect(attempt).toThrow(UserError)
    expect(attempt).toThrow(words)
  }
})

test('a value that no property string can hold is refused', () => {
  expect(() => print('scsi', { file: 'a,b' })).toThrow('holds a comma')
  expect(() => print('scsi', { file: '' })).toThrow('is empty')
  expect(() => print('boot', { order: ['scsi0;net0'] })).toThrow('holds a semicolon')
  expect(() => print('vga', { type: 'std', 'a=b': '1' })).toThrow('not a name')
})

test('two texts are equal when they mean the same', () => {
  const same: readonly (readonly [Parameters<typeof equal>[0], string, string])[] = [
    ['agent', '1', 'enabled=1,type=virtio,freeze-fs=1'],
    ['agent', 'yes,fstrim_cloned_disks=on', '1,fstrim_cloned_disks=1'],
    ['net', `virtio=${MAC},bridge=vmbr0`, `bridge=vmbr0,model=virtio,macaddr=${MAC.toLowerCase()}`],
    ['scsi', 'a:b,size=1G,discard=on', 'discard=on,size=1024M,file=a:b'],
    ['cpu', 'flags=+aes,cputype=host', 'host,flags=+aes,hidden=0'],
    ['memory', '2048', 'current=2048'],
    ['startup', 'order=1,up=15', '1,up=15'],
    ['boot', ' ', ''],
    ['efidisk', 'a:b,efitype=2m', 'a:b,pre-enrolled-keys=0'],
  ]
  for (const [name, a, b] of same) expect(equal(name, a, b), `${a} | ${b}`).toBe(true)
})

test('two texts differ when they mean different things', () => {
  const different: readonly (readonly [Parameters<typeof equal>[0], string, string])[] = [
    ['boot', 'order=scsi0;net0', 'order=net0;scsi0'],
    ['ipconfig', 'ip=10.0.0.1/24', 'ip=10.0.0.1/24,ip6=dhcp'],
    ['net', 'virtio,bridge=vmbr0', 'virtio,bridge=vmbr1'],
    ['net', 'virtio,tag=x', 'virtio,tag=y'],
    ['scsi', 'a:b,size=1G', 'a:b,size=1025M'],
  ]
  for (const [name, a, b] of different) expect(equal(name, a, b), `${a} | ${b}`).toBe(false)
})
