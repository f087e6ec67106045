import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { GuestDisk, Hardware } from '../../../sim/guest/guest.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { openLab, quickBundle } from './lab.ts'

const config = printDocuments(
  generate({
    contract: '1.13',
    role: 'worker',
    clusterName: 'lab',
    endpoint: 'https://10.5.0.50:6443',
    kubernetesVersion: '1.35.4',
    secrets: await quickBundle(new Date()),
  }),
)
const networkConfig = `version: 1
config:
  - type: physical
    name: eth0
    subnets: [{ type: static, address: 10.5.0.21/24, gateway: 10.5.0.1 }]
`
const files = { 'user-data': config, 'meta-data': 'hostname: w1\n', 'network-config': networkConfig }
const seed = 'http://10.5.0.5:8480/talmox/word/'

function labWith(more: Partial<Hardware>, { hasDhcp = false } = {}) {
  const lab = openLab({ speed: 400 })
  onTestFinished(lab.close)
  if (hasDhcp) lab.talos.state.dhcp.vmbr0 = { cidr: '10.5.0.0/24', leases: {} }
  const guest = lab.start(104, '10.5.0.99', 'w1', { cloudInit: {}, ...more })
  const state = () => lab.talos.state.machines[104]
  const addresses = () => state()?.network.addresses.map(({ cidr }) => cidr)
  const disk = () => lab.world.volumes.find(({ name }) => name === 'vm-104-disk-0')?.installation?.state?.config
  return { ...lab, guest, state, addresses, disk }
}

/** Serves settings at the address that SMBIOS leads to. */
function serve({ network }: Pick<ReturnType<typeof openLab>, 'network'>, content: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url)
    const text = content[url.replace('/talmox/word/', '')]
    answer.writeHead(text === undefined ? 404 : 200, { connection: 'close' }).end(text)
  })
  network.listen('10.5.0.5', 8480, (socket) => server.emit('connection', socket))
  return asked
}

test('a machine takes its config from a CD and keeps it, so that it starts again without the CD', async () => {
  const { guest, state, disk, addresses } = labWith({ cloudInit: files })
  await expect.poll(() => state()?.mounted, { timeout: 50_000 }).toBe(true)
  expect({ name: state()?.network.hostname, addresses: addresses() }).toEqual({
    name: 'w1',
    addresses: ['10.5.0.21/24'],
  })
  expect(disk()).toBe(config)
  const { cloudInit: _, ...hardware } = state()?.hardware ?? raise()
  guest.reset(hardware)
  await expect.poll(() => state()?.mounted, { timeout: 50_000 }).toBe(true)
  expect(state()?.config?.text).toBe(config)
})

test('a config that is wrong leads to no maintenance mode: it is tried again and again', async () => {
  const { state, disk, clock } = labWith({ cloudInit: { ...files, 'user-data': 'machine: { nonsense: true }\n' } })
  await expect.poll(() => state()?.sequence?.open, { timeout: 50_000 }).toEqual(['loadConfig'])
  const start = clock.now()
  await expect.poll(() => clock.now() - start > 30_000, { timeout: 50_000 }).toBe(true)
  expect({ stage: state()?.stage, config: state()?.config, disk: disk() }).toEqual({ stage: 'booting' })
})

test('a machine fetches its settings from the address in SMBIOS with an address that DHCP gave it, and nothing else counts', async () => {
  const serial = `ds=nocloud-net;s=${seed.slice(0, -1)}`
  const lab = labWith({ serial, cloudInit: { 'user-data': '#cloud-config\nhostname: other\n' } }, { hasDhcp: true })
  const asked = serve(lab, files)
  await expect.poll(() => lab.state()?.mounted, { timeout: 50_000 }).toBe(true)
  expect([...new Set(asked)].sort()).toEqual(
    ['meta-data', 'network-config', 'user-data'].map((name) => `/talmox/word/${name}`),
  )
  expect(lab.addresses()).toEqual(['10.5.0.21/24'])
  expect(lab.disk()).toBe(config)
})

test('without DHCP it never comes to the address in SMBIOS, and asks again as soon as it has one', async () => {
  const lab = labWith({ serial: `ds=nocloud-net;s=${seed}` })
  const asked = serve(lab, files)
  const start = lab.clock.now()
  await expect.poll(() => lab.clock.now() - start > 60_000, { timeout: 50_000 }).toBe(true)
  expect({ stage: lab.state()?.stage, asked }).toEqual({ stage: 'booting', asked: [] })
})

test('an address that has no config leads to maintenance mode', async () => {
  const lab = labWith({ serial: `ds=nocloud-net;s=${seed}` }, { hasDhcp: true })
  serve(lab, { 'meta-data': 'hostname: w1\n' })
  await expect.poll(() => lab.state()?.stage, { timeout: 50_000 }).toBe('maintenance')
})

test('a serial number of another kind leaves the settings where they are', async () => {
  const { state } = labWith({ serial: `ds=nocloud;s=${seed}`, cloudInit: files })
  await expect.poll(() => state()?.config?.text, { timeout: 50_000 }).toBe(config)
})

test('from an ISO that was left in and comes first, an installed machine does not start', async () => {
  const lab = labWith({ cloudInit: files })
  await expect.poll(() => lab.state()?.mounted, { timeout: 50_000 }).toBe(true)
  const iso = {
    storage: 'local',
    node: 'pve1',
    name: 'iso/talos.iso',
    content: 'iso',
    format: 'iso',
    sizeBytes: 1,
    usedBytes: 1,
    ctime: 0,
  } as const
  lab.world.volumes.push({ ...iso, image: { ...lab.image, kind: 'iso' } })
  const hardware = lab.state()?.hardware ?? raise()
  const cd: GuestDisk = { key: 'ide2', volume: 'local:iso/talos.iso', isCdrom: true, sizeBytes: 1 }
  const disks = [...hardware.disks, cd]
  lab.guest.reset({ ...hardware, disks, bootOrder: ['ide2', 'scsi0'] })
  await expect.poll(() => lab.state()?.bootDrive, { timeout: 50_000 }).toBe('ide2')
  const start = lab.clock.now()
  await expect.poll(() => lab.clock.now() - start > 60_000, { timeout: 50_000 }).toBe(true)
  expect({ stage: lab.state()?.stage, addresses: lab.addresses() }).toEqual({ stage: 'booting', addresses: [] })
  lab.guest.reset({ ...hardware, disks, bootOrder: ['scsi0', 'ide2'] })
  await expect.poll(() => lab.state()?.mounted, { timeout: 50_000 }).toBe(true)
})

function raise(): never {
  throw new Error('the machine is off')
}
