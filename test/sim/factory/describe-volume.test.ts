import { expect, test } from 'vitest'
import { describeVolume, rewriteVolume } from '../../../sim/factory/describe-volume.ts'
import { buildWorld } from '../../../sim/world/build.ts'
import { type Running, smallWorld, withWorld } from '../harness.ts'

const SCHEMATIC = 'ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515'
const URL = `https://factory.talos.dev/image/${SCHEMATIC}/v1.12.4/nocloud-amd64.qcow2`
const talos = {
  schematic: SCHEMATIC,
  version: 'v1.12.4',
  arch: 'amd64',
  platform: 'nocloud',
  secureBoot: false,
  kind: 'disk',
}

const seed = { ...smallWorld, urls: { [URL]: { size: 1000, image_bytes: 5000 } } }

async function task({ sim, data }: Running, path: string, form: Readonly<Record<string, string>>) {
  const upid = String(await data('POST', `/nodes/pve1${path}`, { form }))
  await sim.workers.ended(upid)
  expect(sim.world.tasks.find((each) => each.upid === upid)?.status).toBe('OK')
}

const download = (running: Running) =>
  task(running, '/storage/local/download-url', { content: 'import', filename: 'talos.qcow2', url: URL })

const describe = ({ sim }: Running, volid: string) => describeVolume(sim.world, volid, 'pve1')

test('a downloaded image is known on every volume that is made of it', () =>
  withWorld(async (running) => {
    await download(running)
    expect(describe(running, 'local:import/talos.qcow2')).toEqual(talos)
    const imported = { vmid: '998', scsi0: 'thin:0,import-from=local:import/talos.qcow2', scsi1: 'thin:1' }
    await task(running, '/qemu', imported)
    expect(describe(running, 'thin:vm-998-disk-0')).toEqual(talos)
    expect(describe(running, 'thin:vm-998-disk-1')).toBeUndefined()
    await task(running, '/qemu/998/template', {})
    expect(describe(running, 'thin:base-998-disk-0')).toEqual(talos)
    await task(running, '/qemu/998/clone', { newid: '101' })
    await task(running, '/qemu/998/clone', { newid: '102', full: '1' })
    await task(running, '/qemu/102/move_disk', { disk: 'scsi0', storage: 'local', format: 'qcow2', delete: '1' })
    expect(describe(running, 'thin:vm-101-disk-0')).toEqual(talos)
    expect(describe(running, 'local:102/vm-102-disk-0.qcow2')).toEqual(talos)
  }, seed))

test('a backup brings the Talos of its disks back', () =>
  withWorld(async (running) => {
    await download(running)
    await task(running, '/qemu', { vmid: '101', scsi0: 'thin:0,import-from=local:import/talos.qcow2' })
    await task(running, '/vzdump', { vmid: '101', storage: 'local' })
    const archive = running.sim.world.volumes.find(({ content }) => content === 'backup')?.name
    await task(running, '/qemu', { vmid: '105', archive: `local:${archive}` })
    expect(describe(running, 'thin:vm-105-disk-0')).toEqual(talos)
  }, seed))

test('an installation makes a disk another one, and a wipe makes it nothing', () =>
  withWorld(async (running) => {
    const { world } = running.sim
    await task(running, '/qemu', { vmid: '101', scsi0: 'thin:1' })
    rewriteVolume(world, 'thin:vm-101-disk-0', 'pve1', { ...talos, arch: 'arm64', kind: 'disk' })
    expect(describe(running, 'thin:vm-101-disk-0')).toEqual({ ...talos, arch: 'arm64' })
    rewriteVolume(world, 'thin:vm-101-disk-0', 'pve1', undefined)
    expect(describe(running, 'thin:vm-101-disk-0')).toBeUndefined()
  }, seed))

test('a volume of the start of a world may say which image it is, and belongs to its node alone', () => {
  const iso = `https://factory.example.test/image/${SCHEMATIC}/v1.9.0/metal-arm64-secureboot.iso`
  const volumes = [{ volid: 'local:iso/talos.iso', size: 1, from: iso }]
  const storages = [{ storage: 'local', type: 'dir', path: '/var/lib/vz', content: 'iso', volumes }]
  const world = buildWorld({ nodes: ['pve1', 'pve2'], storages }, 0)
  expect(describeVolume(world, 'local:iso/talos.iso', 'pve1')).toEqual({
    schematic: SCHEMATIC,
    version: 'v1.9.0',
    arch: 'arm64',
    platform: 'metal',
    secureBoot: true,
    kind: 'iso',
  })
  expect(describeVolume(world, 'local:iso/talos.iso', 'pve2')).toBeUndefined()
  expect(describeVolume(world, 'nowhere:iso/talos.iso', 'pve1')).toBeUndefined()
})
