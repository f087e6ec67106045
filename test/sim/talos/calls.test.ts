import { afterAll, describe, expect, test } from 'vitest'
import { applyConfig } from '../../../src/talos/api/apply.ts'
import { openCluster } from '../../../src/talos/api/cluster.ts'
import { openMaintenance } from '../../../src/talos/api/maintenance.ts'
import { probe } from '../../../src/talos/api/probe.ts'
import { installUpgrade, pullImage } from '../../../src/talos/api/upgrade.ts'
import { fetchVersion } from '../../../src/talos/api/version.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { LabelTerm_Operation as Op, State } from '../../../src/talos/gen/cosi/state_pb.ts'
import { ImageService, LifecycleService } from '../../../src/talos/gen/machine/lifecycle_pb.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { NetstatRequest_Filter as Filter } from '../../../src/talos/gen/machine/netstat_pb.ts'
import { StorageService } from '../../../src/talos/gen/storage_pb.ts'
import { mintTalosContext } from '../../../src/talos/talosconfig.ts'
import { openLab, quickBundle } from './lab.ts'

const GIB = 1024 ** 3
const [address, waiting, bare] = ['10.5.0.11', '10.5.0.12', '10.5.0.13'] as const
const lab = openLab({ speed: 240 })
const now = new Date()
const secrets = await quickBundle(now)
const world = { dial: lab.network.dial, mask: (text: string) => text }
const context = await mintTalosContext(secrets, { name: 'lab', endpoints: [address], now })
const cluster = openCluster({ ...world, ...context })
const node = cluster.node(address)
const input = {
  contract: '1.13',
  role: 'controlplane',
  clusterName: 'lab',
  kubernetesVersion: '1.35.4',
  secrets,
} as const
const text = printDocuments(generate({ ...input, endpoint: `https://${address}:6443` }))
const patience = { timeout: 60_000, interval: 50 }

afterAll(() => {
  cluster.close()
  lab.close()
})

const collect = async <T>(stream: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const one of stream) all.push(one)
  return all
}

test('a machine with two disks and a CD boots, another one waits for its config', async () => {
  lab.world.volumes.push({
    storage: 'local-lvm',
    node: 'pve1',
    name: 'vm-101-disk-1',
    content: 'images',
    format: 'raw',
    sizeBytes: 5 * GIB,
    usedBytes: 0,
    ctime: 0,
    image: lab.image,
  })
  lab.install(101, text)
  lab.start(101, address, 'cp1', {
    disks: [
      { key: 'scsi0', volume: 'local-lvm:vm-101-disk-0', isCdrom: false, sizeBytes: 20 * GIB },
      { key: 'scsi1', volume: 'local-lvm:vm-101-disk-1', isCdrom: false, sizeBytes: 5 * GIB },
      { key: 'ide2', volume: 'local:iso/other.iso', isCdrom: true, sizeBytes: GIB },
    ],
  })
  lab.start(102, waiting, 'cp2')
  const tag = async () => (await fetchVersion(node, { fresh: true }).catch(() => undefined))?.tag
  await expect.poll(tag, patience).toBe('v1.13.9')
  const state = async () => (await probe({ ...world, address: waiting })).kind
  await expect.poll(state, patience).toBe('maintenance')
}, 120_000)

describe('resources are listed as asked', () => {
  const volumes = { namespace: 'runtime', type: 'VolumeStatuses.block.talos.dev' }
  const ids = async (options: object) =>
    (await collect(node.stream(State.method.list, { ...volumes, options }))).map(
      ({ resource }) => resource?.metadata?.id,
    )
  const label = 'talos.dev/system-volume'
  const term = (op: Op, value: string[] = [], invert = false, key = label) => ({
    labelQuery: [{ terms: [{ key, op, value, invert }] }],
  })

  test('all of them without a question', async () => {
    expect(await ids({})).toEqual(['EPHEMERAL', 'META', 'STATE'])
  })

  test('by a pattern that their ids contain', async () => {
    expect(await ids({ idQuery: { regexp: '^.*TA' } })).toEqual(['META', 'STATE'])
    await expect(ids({ idQuery: { regexp: '(' } })).rejects.toMatchObject({ code: 'talos-invalid' })
  })

  test.each([
    ['a label that is there', term(Op.EXISTS), 3],
    ['a label that is not there', term(Op.EXISTS, [], true), 0],
    ['an old way to ask for the same', term(Op.NOT_EXISTS), 0],
    ['a value', term(Op.EQUAL, ['']), 3],
    ['another value', term(Op.EQUAL, ['x']), 0],
    ['any value but that', term(Op.EQUAL, ['x'], true), 3],
    ['one of several values', term(Op.IN, ['x', '']), 3],
    ['a value in front of another', term(Op.LT, ['x']), 3],
    ['a number, which no value is', term(Op.LT_NUMERIC, ['5']), 0],
    ['a comparison with a label that nothing has, asked for or against', term(Op.LT, ['x'], true, 'other'), 0],
    ['one of two questions', { labelQuery: [...term(Op.EQUAL, ['x']).labelQuery, ...term(Op.EXISTS).labelQuery] }, 3],
  ])('by %s', async (_, options, count) => {
    expect(await ids(options)).toHaveLength(count)
  })
})

describe('files', () => {
  const list = async (root: string, options: object = {}) =>
    (await collect(node.stream(MachineService.method.list, { root, ...options }))).map(
      ({ relativeName }) => relativeName,
    )

  test('are listed with the folder itself, and deeper only when asked', async () => {
    expect(await list('/system')).toEqual(['.', 'state'])
    expect(await list('/system', { recurse: true })).toEqual(['.', 'state', 'state/config.yaml'])
    expect(await list('/system/', { recurse: true, types: [0] })).toEqual(['state/config.yaml'])
    expect(await list('etc/hostname')).toEqual(['hostname'])
  })

  test('that are not there are not found', async () => {
    await expect(list('/nowhere')).rejects.toThrow('lstat /nowhere: no such file or directory')
  })

  test('take room, and folders what is in them', async () => {
    const usage = (request: object) => collect(node.stream(MachineService.method.diskUsage, request))
    const sizes = await usage({ paths: ['/system'], all: true })
    expect(sizes.map(({ relativeName }) => relativeName)).toEqual(['state/config.yaml', 'state', '.'])
    const [file, folder, whole] = sizes.map(({ size }) => size)
    expect(file).toBe(BigInt(text.length))
    expect(folder).toBe(BigInt(text.length + 4096))
    expect(whole).toBe(BigInt(text.length + 8192))
    expect(await usage({ paths: ['/system'] })).toHaveLength(2)
    expect(await usage({ paths: ['/system'], recursionDepth: 1 })).toHaveLength(1)
    expect(await usage({ paths: ['/system'], threshold: BigInt(text.length + 5000) })).toHaveLength(1)
  })
})

test('a machine tells where it listens, with the process if asked', async () => {
  const request = { filter: Filter.LISTENING, l4proto: { tcp: true, tcp6: true }, netns: { hostnetwork: true } }
  const [answer] = (await node.unary(MachineService.method.netstat, { ...request, feature: { pid: true } })).messages
  const apid = answer?.connectrecord.find(({ localport }) => localport === 50000)
  expect(apid).toMatchObject({ l4proto: 'tcp6', localip: '::', remoteport: 0, process: { name: 'apid' } })
  const [four] = (await node.unary(MachineService.method.netstat, { ...request, l4proto: { tcp: true } })).messages
  expect(four?.connectrecord.some(({ localport }) => localport === 50000)).toBe(false)
})

describe('disks', () => {
  const wipe = (device: string, more: object = {}) =>
    node.unary(StorageService.method.blockDeviceWipe, { devices: [{ device, ...more }] })

  test('that nothing uses are wiped', async () => {
    const volume = () => lab.world.volumes.find(({ name }) => name === 'vm-101-disk-1')
    expect(volume()?.image).toBeDefined()
    await wipe('sdb')
    expect(volume()?.image).toBeUndefined()
  })

  test.each([
    ['sdz', {}, 'blockdevice "sdz" not found'],
    ['sr0', {}, 'blockdevice "sr0" is read-only'],
    ['sda', {}, 'blockdevice "sda" is in use by volume "EPHEMERAL"'],
    ['sda3', {}, 'blockdevice "sda3" is in use by volume "STATE"'],
    ['sda3', { skipVolumeCheck: true }, 'block device "sda3" is mounted or in use'],
  ])('%s with %o is refused', async (device, more, why) => {
    await expect(wipe(device, more)).rejects.toThrow(why)
  })

  test('are wiped all or none', async () => {
    const devices = [{ device: 'sdb' }, { device: 'sda' }]
    await expect(node.unary(StorageService.method.blockDeviceWipe, { devices })).rejects.toThrow('is in use')
  })

  test('of a machine that waits for its config anybody may wipe', async () => {
    const state = await probe({ ...world, address: waiting })
    const fingerprint = state.kind === 'maintenance' ? state.fingerprint : ''
    const maintenance = openMaintenance({ ...world, address: waiting, fingerprint })
    const wish = { devices: [{ device: 'sda', skipVolumeCheck: true }] }
    await maintenance.node.unary(StorageService.method.blockDeviceWipe, wish)
    expect(lab.world.volumes.find(({ name }) => name === 'vm-102-disk-0')?.image).toBeUndefined()
    maintenance.close()
  })
})

describe('images and installers', () => {
  const installer = (version: string) => `factory.talos.dev/nocloud-installer/${lab.image.schematic}:${version}`
  const install = (imageName: string, disk: string) =>
    collect(node.stream(LifecycleService.method.install, { source: { imageName }, destination: { disk } }))

  test('what was fetched is listed', async () => {
    await pullImage(node, installer('v1.13.10'))
    const [image] = await collect(node.stream(ImageService.method.list, {}))
    expect(image).toMatchObject({ name: installer('v1.13.10'), digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) })
  })

  test('a machine that is installed is not installed again', async () => {
    await expect(install(installer('v1.13.10'), '/dev/sdb')).rejects.toThrow('machine is already installed')
  })

  test('two installers do not run at once', async () => {
    const both = [1, 2].map(() => installUpgrade(node, installer('v1.13.10'), () => undefined))
    const ends = await Promise.allSettled(both)
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = ends.find((end) => end.status === 'rejected')
    expect(String(refused?.reason)).toContain('another installation/upgrade is already in progress')
  })

  test('a rollback boots what was there before', async () => {
    const volume = lab.world.volumes.find(({ name }) => name === 'vm-101-disk-0')
    expect(volume?.image?.version).toBe('v1.13.10')
    await node.unary(MachineService.method.rollback, {})
    expect(volume?.image?.version).toBe('v1.13.9')
    const tag = async () => (await fetchVersion(node, { fresh: true }).catch(() => undefined))?.tag
    await expect.poll(() => lab.talos.nodes.get(101)?.state.stage, patience).toBe('booting')
    await expect.poll(tag, patience).toBe('v1.13.9')
  }, 60_000)
})

test('a machine without a disk of its own is installed by a call, and boots from it', async () => {
  const cd = { ...lab.image, kind: 'iso' as const }
  const blank = { storage: 'local', content: 'iso' as const, format: 'raw', usedBytes: 0, ctime: 0 }
  lab.world.volumes.push({ ...blank, node: 'pve1', name: 'iso/talos.iso', sizeBytes: GIB, image: cd })
  lab.start(103, bare, 'cp3', {
    disks: [
      { key: 'scsi0', volume: 'local-lvm:vm-103-disk-0', isCdrom: false, sizeBytes: 20 * GIB },
      { key: 'ide2', volume: 'local:iso/talos.iso', isCdrom: true, sizeBytes: GIB },
    ],
    bootOrder: ['scsi0', 'ide2'],
  })
  await expect.poll(async () => (await probe({ ...world, address: bare })).kind, patience).toBe('maintenance')
  const state = await probe({ ...world, address: bare })
  const maintenance = openMaintenance({
    ...world,
    address: bare,
    fingerprint: state.kind === 'maintenance' ? state.fingerprint : '',
  })
  await applyConfig(maintenance.node, text, { mode: 'auto' })
  maintenance.close()
  const own = openCluster({ ...world, ...context, endpoints: [bare] })
  const machine = own.node(bare)
  const image = `factory.talos.dev/nocloud-installer/${lab.image.schematic}:v1.13.9`
  await expect.poll(() => pullImage(machine, image).catch(() => undefined), patience).toBe(image)
  const lines = await collect(
    machine.stream(LifecycleService.method.install, {
      source: { imageName: image },
      destination: { disk: '/dev/sda' },
    }),
  )
  expect(lines.at(-1)?.progress?.response).toEqual({ case: 'exitCode', value: 0 })
  await machine.unary(MachineService.method.reboot, {})
  await expect.poll(() => lab.talos.nodes.get(103)?.state.bootDrive, patience).toBe('scsi0')
  await expect.poll(() => lab.talos.nodes.get(103)?.state.config?.text, patience).toBe(text)
  own.close()
}, 60_000)
