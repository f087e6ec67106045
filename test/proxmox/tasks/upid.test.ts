import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUpid, parseUpid } from '../../../src/proxmox/tasks/upid.ts'

const word = (characters: string, constraints: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...characters), ...constraints })
const letters = 'abcXYZ019'
const parts = fc.record({
  node: word(letters, { minLength: 1, maxLength: 12 }),
  pid: fc.integer({ min: 0, max: 0xffffffff }),
  pstart: fc.integer({ min: 0, max: 0xfffffffff }),
  starttime: fc.integer({ min: 0, max: 0xffffffff }),
  type: word(letters, { minLength: 1, maxLength: 12 }),
  id: word(`${letters}.-_\\!`, { minLength: 0, maxLength: 12 }),
  user: word(letters, { minLength: 1, maxLength: 8 }).map((name) => `${name}@pve!ci`),
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(parts, (upid) => {
      const text = formatUpid(upid)
      expect(parseUpid(text)).toEqual({ ...upid, text })
    }),
  )
})

test('a name of Proxmox is taken apart and kept as it came', () => {
  const text = 'UPID:pve1:0003F2A1:00A1B2C3D:66E1F2A0:qmcreate:100:talmox@pve!ci:'
  expect(parseUpid(text)).toEqual({
    text,
    node: 'pve1',
    pid: 0x3f2a1,
    pstart: 0xa1b2c3d,
    starttime: 0x66e1f2a0,
    type: 'qmcreate',
    id: '100',
    user: 'talmox@pve!ci',
  })
  expect(parseUpid('UPID:pve1:0000000a:0000000b:66e1f2a0:download::root@pam:')?.id).toBe('')
})

test.each([
  '',
  'OK',
  'UPID:pve1:0003F2A1:00A1B2C3:66E1F2A0:qmcreate:100:root@pam',
  'UPID:-pve:0003F2A1:00A1B2C3:66E1F2A0:qmcreate:100:root@pam:',
  'UPID:pve1:3F2A1:00A1B2C3:66E1F2A0:qmcreate:100:root@pam:',
  'UPID:pve1:0003F2A1:00A1B2C3:66E1F2A0:qmcreate:a/b:root@pam:',
  'UPID:pve1:0003F2A1:00A1B2C3:66E1F2A0:qmcreate:100:root@pam:\n',
])('%j is not the name of a task', (text) => {
  expect(parseUpid(text)).toBeUndefined()
})
