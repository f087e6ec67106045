import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { canonicalYaml } from '../../src/factory/canonical-yaml.ts'
import { schematicOf } from '../../src/factory/schematic.ts'
import { hashOf, schematicId } from '../../src/factory/schematic-id.ts'

const plain = { extensions: [], kernelArgs: [] }

const extensions = (...names: readonly string[]) => ({
  customization: { systemExtensions: { officialExtensions: names.map((name) => `siderolabs/${name}`) } },
})

// Ids that the public factory answers to these schematics.
test.each([
  ['376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba', { customization: {} }],
  ['ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515', extensions('qemu-guest-agent')],
  [
    '88d1f7a5c4f1d3aba7df787c448c1d3d008ed29cfb34af53fa0df4336a56040b',
    extensions('iscsi-tools', 'qemu-guest-agent', 'util-linux-tools'),
  ],
  [
    '901b9afcf2f7eda57991690fc5ca00414740cc4ee4ad516109bcc58beff1b829',
    extensions(
      'iscsi-tools',
      'nvidia-container-toolkit-production',
      'nvidia-open-gpu-kernel-modules-production',
      'qemu-guest-agent',
      'util-linux-tools',
    ),
  ],
  [
    '9cba8e32753f91a16c1837ab8abf356af021706ef284aef07380780177d9a06c',
    { customization: { extraKernelArgs: ['noapic', 'nolapic'] } },
  ],
  [
    'd308a2a5ee2277bed5fbaa104fcbc8d59122abfa737df987a95b4ca763459a7f',
    { customization: { meta: [{ value: 'foo', key: 10 }] } },
  ],
  [
    'fa8e05f142a851d3ee568eb0a8e5841eaf6b0ebc8df9a63df16ac5ed2c04f3e6',
    { customization: { secureboot: { includeWellKnownCertificates: true } } },
  ],
  [
    '92833e9ddd9bb9e11b2464fa5525429f01866306d52ebd882ee08d7918f6d1ea',
    { customization: { diskImage: { sectorSize: 4096 } } },
  ],
  [
    'ee21ef4a5ef808a9b7484cc0dda0f25075021691c8c09a276591eedb638ea1f9',
    { customization: {}, overlay: { name: 'rpi_generic', image: 'siderolabs/sbc-raspberrypi' } },
  ],
])('%s is the id of its schematic', (id, schematic) => {
  expect(hashOf(canonicalYaml(schematic))).toBe(id)
})

test('a schematic is written in the order of the factory, without what is empty, and reads back', () => {
  const written = canonicalYaml({
    customization: { extraKernelArgs: [], systemExtensions: { officialExtensions: [] }, meta: [] },
    overlay: { options: { configTxt: 'dtoverlay=a: b', board: 'x', flag: false }, name: 'name', image: 'i' },
  })
  expect(written).toBe(
    [
      'overlay:',
      '    image: i',
      '    name: name',
      '    options:',
      '        board: x',
      "        configTxt: 'dtoverlay=a: b'",
      '        flag: false',
      'customization: {}',
      '',
    ].join('\n'),
  )
  expect(parse(written).overlay.options.configTxt).toBe('dtoverlay=a: b')
})

test('an image without anything added has the schematic of plain Talos', () => {
  expect(schematicOf(plain)).toEqual({ customization: {} })
  expect(schematicId(schematicOf(plain))).toMatch(/^376567988/)
})

test('the order in which extensions are given does not matter', () => {
  const names = ['siderolabs/util-linux-tools', 'siderolabs/iscsi-tools', 'siderolabs/qemu-guest-agent']
  expect(schematicId(schematicOf({ ...plain, extensions: names }))).toMatch(/^88d1f7a5/)
})

test.each(['console=ttyS0,115200', '-selinux', 'net.ifnames=0', 'ip=10.0.0.1::10.0.0.254:255.0.0.0:a:eth0:off'])(
  'the id with the kernel argument %s is known without asking',
  (argument) => expect(schematicId(schematicOf({ ...plain, kernelArgs: [argument] }))).toMatch(/^[0-9a-f]{64}$/),
)

test.each(['a:', 'yes', '10', '"quoted"', '*star', '1:30', "it's", '-', '#no'])(
  'the id with the kernel argument %s is left to the factory',
  (argument) => expect(schematicId(schematicOf({ ...plain, kernelArgs: [argument] }))).toBeUndefined(),
)

test('an overlay with numbered options has an id that only the factory knows', () => {
  const idWith = (options: Readonly<Record<string, unknown>>) =>
    schematicId(schematicOf({ ...plain, overlay: { name: 'name', image: 'image', options } }))
  expect(idWith({ pin10: 'a', pin9: 'b' })).toBeUndefined()
  expect(idWith({ pinA: 'a', pinB: true })).toMatch(/^[0-9a-f]{64}$/)
})
