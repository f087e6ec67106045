import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seedUrlIn, withoutSeedUrl, withSeedUrl } from '../../../src/proxmox/hardware/seed-url.ts'
import { parse } from '../../../src/proxmox/property-string/parse.ts'
import { validate } from '../../../src/proxmox/property-string/validate.ts'

const UUID = 'uuid=0b2f8a52-4b8a-4f0e-9a52-1c9f3a1d2e3f'
const URL = 'http://192.168.1.5:8480/talmox/word/'

test('SMBIOS leads Talos to an address by the serial number, which Proxmox wants in base64', () => {
  const led = withSeedUrl(UUID, URL, '9')
  const serial = Buffer.from(`ds=nocloud-net;s=${URL}`).toString('base64')
  expect(led).toBe(`base64=1,serial=${serial},${UUID}`)
  expect(validate('smbios1', led)).toEqual([])
  expect(seedUrlIn(led, '9')).toBe(URL)
  expect(withoutSeedUrl(led, '9')).toBe(UUID)
})

test('what else SMBIOS says stays, whether it was in base64 or not', () => {
  const plain = `${UUID},manufacturer=ACME,sku=a1`
  const led = withSeedUrl(plain, URL, '9')
  const { manufacturer = '', sku = '' } = parse('smbios1', led)
  expect([manufacturer, sku].map((text) => Buffer.from(text, 'base64').toString())).toEqual(['ACME', 'a1'])
  const left = parse('smbios1', withoutSeedUrl(led, '9'))
  expect(left).toEqual({ uuid: UUID.slice(5), manufacturer, sku, base64: true })
  expect(withSeedUrl(withoutSeedUrl(led, '9'), URL, '9')).toBe(led)
})

test('a serial number that leads elsewhere is somebody else’s', () => {
  const serial = (text: string) => `${UUID},serial=${Buffer.from(text).toString('base64')},base64=1`
  const others = [`${UUID},serial=abcd`, serial('ds=nocloud-net;s=http://seed.lan/'), serial('ds=nocloud'), UUID]
  for (const other of others) {
    expect(seedUrlIn(other, '9')).toBeUndefined()
    expect(withoutSeedUrl(other, '9')).toBe(other)
  }
  expect(seedUrlIn(undefined, '9')).toBeUndefined()
})

test('whatever the word, it comes back, and nothing of it is left afterwards', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), (word) => {
      const led = withSeedUrl(UUID, `http://[fd00::5]:8480/talmox/${word}/`, '9')
      expect(seedUrlIn(led, '9')).toBe(`http://[fd00::5]:8480/talmox/${word}/`)
      expect(led.length).toBeLessThanOrEqual(512)
      expect(withoutSeedUrl(led, '9')).toBe(UUID)
    }),
  )
})
