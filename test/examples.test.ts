import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { qmConfig } from '../src/proxmox/qm-config.ts'
import type { Image } from '../src/resolve/desired.ts'
import { resolve } from '../src/resolve/resolve.ts'
import { loadText } from '../src/spec/load.ts'
import { describeCluster, exampleCluster, exampleNames, resolveExample } from './examples.ts'
import { machineOf } from './resolve/resolved.ts'
import { root } from './shared-data.ts'

test('there is an example for each way to build a cluster', () => {
  expect(exampleNames).toEqual([
    'arm64',
    'capacity',
    'cloned-template-gpu',
    'dual-stack',
    'gpu-and-cilium',
    'homelab',
    'role-templates',
    'single-node',
    'vm-hardware',
  ])
})

test.each(exampleNames)(
  '%s.yaml says what it shows, and has no problem but warnings that it explains',
  async (name) => {
    const text = readFileSync(path.join(root, 'examples', `${name}.yaml`), 'utf8')
    const { problems } = await resolveExample(name)
    const explained = (code: string) => new RegExp(`# .*\\b${code}\\b`).test(text)
    expect(problems.filter(({ severity, code }) => severity === 'error' || !explained(code))).toEqual([])
    const [editor, about] = text.split('\n')
    expect(editor).toBe('# yaml-language-server: $schema=../schema/cluster.schema.json')
    expect(about).toMatch(/^# [A-Z].{20}/)
  },
)

test.each(exampleNames)('%s.yaml becomes the machines that it is known to become', async (name) => {
  const desired = await exampleCluster(name)
  const single = Object.keys(parse(readFileSync(path.join(root, 'examples', `${name}.yaml`), 'utf8')).nodes ?? {})
  const golden = path.join(root, 'test/golden/examples', `${name}.txt`)
  await expect(describeCluster(desired, single)).toMatchFileSnapshot(golden)
})

/** The id that the image factory gives a list of extensions: the hash of its own spelling of them. */
function schematicId({ extensions }: Image): string {
  const lines = extensions.map((name) => `            - ${name}\n`)
  const text = `customization:\n    systemExtensions:\n        officialExtensions:\n${lines.join('')}`
  return createHash('sha256').update(text).digest('hex')
}

test('the GPU worker alone gets the image with the NVIDIA drivers; both images are the published ones', async () => {
  const { machines } = await exampleCluster('gpu-and-cilium')
  const base = '88d1f7a5c4f1d3aba7df787c448c1d3d008ed29cfb34af53fa0df4336a56040b'
  const nvidia = '901b9afcf2f7eda57991690fc5ca00414740cc4ee4ad516109bcc58beff1b829'
  expect(machines.map(({ name, image }) => [name, schematicId(image)])).toEqual([
    ...['k8s-controller1', 'k8s-controller2', 'k8s-controller3'].map((name) => [name, base]),
    ...['k8s-worker1', 'k8s-worker2', 'k8s-worker3'].map((name) => [name, base]),
    ['k8s-worker4', nvidia],
  ])
})

test('patches apply from the cluster to the node, each machine getting those meant for it', async () => {
  const { machines, network, kubernetes } = await exampleCluster('gpu-and-cilium')
  const files = (name: string) =>
    machines.find((machine) => machine.name === name)?.talos.patches.map(({ file }) => path.basename(file ?? ''))
  expect(files('k8s-controller1')).toEqual(['cluster.yaml', 'control-plane.yaml'])
  expect(files('k8s-worker1')).toEqual(['cluster.yaml', 'worker.yaml'])
  expect(files('k8s-worker4')).toEqual(['cluster.yaml', 'worker.yaml', 'gpu-worker.yaml'])
  expect(machines.every(({ talos }) => talos.patches.every(({ documents }) => documents.length === 1))).toBe(true)
  expect(network.endpoint).toBe('https://192.168.1.210:6443')
  expect([kubernetes.cni, kubernetes.kubeProxy]).toEqual([{ name: 'none' }, false])
})

/** What `qm config 2001` prints on a Proxmox host that was set up by hand. */
const reference: Readonly<Record<string, string>> = {
  agent: '1',
  balloon: '0',
  bios: 'ovmf',
  boot: 'order=scsi0;ide2;net0',
  cores: '4',
  cpu: 'host',
  efidisk0: 'local-zfs:vm-2001-disk-0,efitype=4m,size=1M',
  ide2: 'local:iso/talos-v1-12nocloud-amd64.iso,media=cdrom,size=308556K',
  machine: 'q35',
  memory: '8192',
  name: 'talos-cplane-001',
  net0: 'virtio=BC:24:11:62:36:54,bridge=vmbr0,queues=4,tag=7',
  numa: '1',
  ostype: 'l26',
  scsi0: 'local-zfs:vm-2001-disk-1,backup=0,discard=on,replicate=0,size=256G,ssd=1',
  scsihw: 'virtio-scsi-pci',
  sockets: '1',
  startup: 'order=4,up=15,down=60',
  tags: 'kubernetes;linux;talos;template',
}

/** A drive as it is asked for: the volume that Proxmox has made is named by its storage and size, as before it was made. */
function asAsked(key: string, value: string): string {
  const [volume = '', ...options] = value.split(',')
  const rest = options.filter((option) => !option.startsWith('size='))
  if (key === 'ide2') return [volume, ...rest].join(',')
  const size =
    key === 'efidisk0' ? '1' : options.find((option) => option.startsWith('size='))?.slice('size='.length, -1)
  return [`${volume.split(':')[0]}:${size}`, ...rest].join(',')
}

test('the VM with every setting written out is the reference VM, key by key', async () => {
  const desired = await exampleCluster('vm-hardware')
  const machine = machineOf(desired, 'talos-cplane-001')
  expect(machine.vmid).toBe(2001)
  const { smbios1, tags = '', ...rest } = qmConfig(machine, desired.network)
  expect(smbios1).toBe(`uuid=${machine.uuid}`)
  const { tags: referenceTags = '', ...wanted } = reference
  const drives = ['efidisk0', 'ide2', 'scsi0']
  expect(rest).toEqual(
    Object.fromEntries(
      Object.entries(wanted).map(([key, value]) => [key, drives.includes(key) ? asAsked(key, value) : value]),
    ),
  )
  const own = ['talmox', 'rack', 'controlplane', 'lab']
  expect(tags.split(';').sort()).toEqual([...referenceTags.split(';'), ...own].sort())
})

test('the startup order follows the index, control planes before workers', async () => {
  const { machines } = await exampleCluster('vm-hardware')
  expect(machines.map(({ vm }) => vm.startup?.order)).toEqual([4, 5, 6, 7, 8])
})

test('machines are placed as the slots of each host, counted by hand, say', async () => {
  // Control planes (4 CPUs, 8 GiB) first, one on each host. What is left, divided by a worker (8 CPUs, 16 GiB):
  //   pve-01      20 - 4 = 16 CPUs → 2     64 - 8 =  56 GiB →  3     2 slots
  //   pve-02      32 - 4 = 28 CPUs → 3     40 - 8 =  32 GiB →  2     2 slots
  //   pve-03-big  64 - 4 = 60 CPUs → 7    256 - 8 = 248 GiB → 15     7 slots
  // Slots in turn: 01/0 02/0 big/0, 01/1 02/1 big/1, big/2 …; seven workers take the first seven.
  const { machines } = await exampleCluster('capacity')
  const planes = machines.filter(({ role }) => role === 'controlplane')
  expect(planes.map(({ vmid }) => vmid)).toEqual([401, 402, 403])
  expect(planes.map(({ host }) => host).sort()).toEqual(['pve-01', 'pve-02', 'pve-03-big'])
  const workers = machines.filter(({ role }) => role === 'worker')
  expect(workers.map(({ vmid, host }) => [vmid, host])).toEqual([
    [501, 'pve-01'],
    [502, 'pve-02'],
    [503, 'pve-03-big'],
    [504, 'pve-01'],
    [505, 'pve-02'],
    [506, 'pve-03-big'],
    [507, 'pve-03-big'],
  ])
})

test('a cluster that needs one slot more than the hosts have is refused', async () => {
  const file = path.join(root, 'examples/capacity.yaml')
  const grown = (count: number) => readFileSync(file, 'utf8').replace('count: 7', `count: ${count}`)
  const codes = async (count: number) =>
    resolve(await loadText(grown(count), file))
      .problems.filter(({ severity }) => severity === 'error')
      .map(({ code, path: at }) => [code, at.join('.')])
  expect(await codes(2 + 2 + 7)).toEqual([])
  expect(await codes(2 + 2 + 7 + 1)).toEqual([['capacity', 'workers.general.count']])
})

test('machines cloned for two roles come from the template of their role', async () => {
  const { machines } = await exampleCluster('role-templates')
  const templates = machines.map(({ role, image: { source } }) => [role, source.mode === 'template' && source.vmid])
  expect(new Map(templates.map(([role, vmid]) => [role, vmid]))).toEqual(
    new Map<unknown, unknown>([
      ['controlplane', 998],
      ['worker', 999],
    ]),
  )
})

test('a machine cloned without agent or drivers asks the factory for nothing it does not need', async () => {
  const { machines, proxmox } = await exampleCluster('cloned-template-gpu')
  expect(machines.map(({ name }) => name)).toEqual(['k3s-dev-control-1', 'k3s-dev-gpu-1'])
  expect(machines.map(({ image }) => image.extensions)).toEqual([[], []])
  expect(machines.map(({ image }) => image.source.mode === 'template' && image.source.name)).toEqual([
    'talos-v1.12.4-base',
    'talos-v1.12.4-base',
  ])
  expect([proxmox.credentials.type, proxmox.credentials.username]).toEqual(['password', 'root@pam'])
})

test('a dual-stack machine has an address of each family', async () => {
  const { machines, network, kubernetes } = await exampleCluster('dual-stack')
  expect(machines.map(({ nics }) => nics[0].addresses.map(({ address }) => address))).toEqual([
    ['10.40.0.16', 'fd40:0:0:40::10'],
    ['10.40.0.17', 'fd40:0:0:40::11'],
    ['10.40.0.18', 'fd40:0:0:40::12'],
    ['10.40.0.100', 'fd40:0:0:40::100'],
    ['10.40.0.101', 'fd40:0:0:40::101'],
  ])
  expect(network.vips).toEqual(['10.40.0.5', 'fd40:0:0:40::5'])
  expect(kubernetes.podSubnets).toHaveLength(2)
})
