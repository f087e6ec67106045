import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseImageFile, printImageFile } from '../../src/factory/image-file.ts'
import { imageUrl, parseImageUrl } from '../../src/factory/image-url.ts'
import { installerReference, parseInstaller } from '../../src/factory/installer.ts'

const ID = '376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba'

test('images for Proxmox have the names that the factory serves', () => {
  const nocloud = { platform: 'nocloud', arch: 'amd64', secureBoot: false, extension: 'qcow2' } as const
  expect(printImageFile(nocloud)).toBe('nocloud-amd64.qcow2')
  expect(printImageFile({ ...nocloud, secureBoot: true, extension: 'iso' })).toBe('nocloud-amd64-secureboot.iso')
  expect(printImageFile({ ...nocloud, arch: 'arm64', extension: 'raw.xz' })).toBe('nocloud-arm64.raw.xz')
  const image = { schematic: ID, version: 'v1.13.9', file: nocloud }
  const url = `https://factory.talos.dev/image/${ID}/v1.13.9/nocloud-amd64.qcow2`
  expect(imageUrl('https://factory.talos.dev', image)).toBe(url)
  expect(imageUrl('https://home.lan/factory/', image)).toBe(`https://home.lan/factory${new URL(url).pathname}`)
})

const file = fc.record({
  platform: fc.constantFrom('nocloud', 'metal', 'aws'),
  arch: fc.constantFrom('amd64' as const, 'arm64' as const),
  secureBoot: fc.boolean(),
  extension: fc.constantFrom('iso', 'qcow2', 'raw.xz', 'raw.zst', 'raw.gz', 'raw', 'ova.tar.gz'),
})
const schematic = fc.stringMatching(/^[0-9a-f]{64}$/)
const version = fc.stringMatching(/^v1\.1[0-9]\.[0-9](-rc\.[0-9])?$/)

test('what is written of an image or an installer is read back', () => {
  fc.assert(
    fc.property(file, schematic, version, (given, id, release) => {
      const image = { schematic: id, version: release, file: given }
      expect(parseImageUrl(imageUrl('https://factory.talos.dev', image))).toEqual(image)
      const installer = { schematic: id, version: release, platform: given.platform, secureBoot: given.secureBoot }
      expect(parseInstaller(installerReference('https://home.lan/factory', installer))).toEqual(installer)
    }),
  )
})

test('what is no disk image or CD of a factory is not taken for one', () => {
  for (const name of ['kernel-amd64', 'nocloud-riscv.iso', 'nocloud-amd64.exe', '-amd64.iso']) {
    expect(parseImageFile(name)).toBeUndefined()
  }
  for (const url of [
    'nonsense',
    `https://x.test/image/${ID}/v1.9.0/`,
    `https://x.test/image/abc/v1.9.0/nocloud-amd64.iso`,
  ]) {
    expect(parseImageUrl(url)).toBeUndefined()
  }
  expect(parseInstaller('ghcr.io/siderolabs/installer:v1.9.0')).toBeUndefined()
})

test('an installer is that of the platform, but of none before 1.10', () => {
  const installer = { schematic: ID, version: 'v1.13.9', platform: 'nocloud', secureBoot: false }
  const at = (changes: Partial<typeof installer>) =>
    installerReference('https://factory.talos.dev', { ...installer, ...changes })
  expect(at({})).toBe(`factory.talos.dev/nocloud-installer/${ID}:v1.13.9`)
  expect(at({ secureBoot: true })).toBe(`factory.talos.dev/nocloud-installer-secureboot/${ID}:v1.13.9`)
  expect(at({ version: 'v1.9.6' })).toBe(`factory.talos.dev/installer/${ID}:v1.9.6`)
  expect(parseInstaller(`factory.talos.dev/installer/${ID}:v1.9.6`)?.platform).toBe('metal')
  expect(parseInstaller(`${at({})}@sha256:${'0'.repeat(64)}`)).toEqual(installer)
})
