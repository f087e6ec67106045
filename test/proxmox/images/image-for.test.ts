import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseImageName, printImageName } from '../../../src/proxmox/images/file-name.ts'
import { imageFor } from '../../../src/proxmox/images/image-for.ts'
import type { Machine } from '../../../src/resolve/desired.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'

const origin = { schematic: `ce4c980550dd2ab1${'0'.repeat(48)}`, url: 'https://factory.talos.dev/image/x' }

async function machineWith(image: object): Promise<Machine> {
  const { machines } = await resolved({ ...smallCluster, image })
  const [machine] = machines
  if (machine === undefined) throw new Error('no machine')
  return machine
}

test('the name of a file tells what is in it, and is read back', () => {
  const names = fc.record({
    version: fc.stringMatching(/^v1\.[1-9][0-9]?\.[0-9]{1,2}(-(alpha|beta|rc)\.[0-9])?$/),
    arch: fc.constantFrom('amd64' as const, 'arm64' as const),
    secureBoot: fc.boolean(),
    schematic: fc.stringMatching(/^[0-9a-f]{16}$/),
    extension: fc.constantFrom('qcow2' as const, 'iso' as const),
  })
  fc.assert(fc.property(names, (name) => void expect(parseImageName(printImageName(name))).toEqual(name)))
})

test.each(['talos.iso', 'talos-v1.12.4-amd64.iso', 'talos-v1.12.4-amd64-ce4c980550dd2ab1.raw', 'debian-12.iso'])(
  '%s is not a file of ours',
  (file) => expect(parseImageName(file)).toBeUndefined(),
)

test('machines start from a disk of their schematic on the storage for images', async () => {
  expect(imageFor(await machineWith({}), origin)).toEqual({
    storage: 'local',
    content: 'import',
    file: 'talos-v1.12.4-amd64-ce4c980550dd2ab1.qcow2',
    volid: 'local:import/talos-v1.12.4-amd64-ce4c980550dd2ab1.qcow2',
    download: { url: origin.url, checksum: undefined },
  })
})

test('in mode iso it is a CD, or the volume that is named', async () => {
  expect(imageFor(await machineWith({ mode: 'iso' }), origin)).toMatchObject({
    volid: 'local:iso/talos-v1.12.4-amd64-ce4c980550dd2ab1.iso',
    download: { url: origin.url },
  })
  const given = imageFor(await machineWith({ mode: 'iso', iso: { volume: 'nas:iso/talos.iso' } }), origin)
  expect(given).toEqual({ storage: 'nas', content: 'iso', file: 'talos.iso', volid: 'nas:iso/talos.iso' })
})

test('a template that talmox makes needs the disk, one that is given needs nothing', async () => {
  const prepared = await machineWith({ mode: 'template', template: { vmid: 998 } })
  expect(imageFor(prepared, origin)).toMatchObject({ content: 'import' })
  const given = await machineWith({ mode: 'template', template: { vmid: 998, prepare: false } })
  expect(imageFor(given, origin)).toBeUndefined()
})

test('the checksum goes along', async () => {
  const machine = await machineWith({ checksum: `sha512:${'ab'.repeat(64)}` })
  expect(imageFor(machine, origin)?.download?.checksum).toEqual({ algorithm: 'sha512', digest: 'ab'.repeat(64) })
})
