import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clientConfigsFit, type WantedConfigs } from '../../../src/run/client-configs/still-fit.ts'
import { writeClientConfigs } from '../../../src/run/client-configs/write.ts'
import { createSecretsBundle } from '../../../src/talos/secrets/create.ts'
import { formatTalosconfig, mintTalosContext } from '../../../src/talos/talosconfig.ts'
import { testBundle } from '../../talos/support/bundle.ts'

const DAY = 24 * 60 * 60 * 1000
const last = (some: readonly number[]) => some.map((part) => `10.0.0.${part}`)

const wanted: WantedConfigs = {
  cluster: 'homelab',
  bundle: await testBundle(),
  endpoint: 'https://10.0.0.9:6443',
  controlPlanes: last([21, 22, 23]),
  machines: last([21, 22, 23, 31]),
  unknown: 0,
}

/** Files as they are written for a cluster. */
async function written(configs: WantedConfigs = wanted) {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-configs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = { talosconfig: path.join(folder, 'talosconfig'), kubeconfig: path.join(folder, 'kubeconfig') }
  await writeClientConfigs(files, configs)
  return files
}

function change(file: string, from: string | RegExp, to: string) {
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${String(from)} is not in ${file}`)
  writeFileSync(file, changed)
}

test('files fit as they are written, in whatever order machines are', async () => {
  const files = await written()
  expect(await clientConfigsFit(files, wanted)).toBe(true)
  expect(await clientConfigsFit(files, { ...wanted, machines: wanted.machines.toReversed() })).toBe(true)
})

const others: readonly [what: string, configs: Partial<WantedConfigs>][] = [
  ['a control plane has left', { controlPlanes: last([21, 22]), machines: last([21, 22, 31]) }],
  ['a worker has left', { machines: last([21, 22, 23]) }],
  ['a worker has come', { machines: last([21, 22, 23, 31, 32]) }],
  ['a worker has become a control plane', { controlPlanes: last([21, 22, 23, 31]) }],
  ['an address is the beginning of another', { controlPlanes: last([2, 22, 23]), machines: last([2, 22, 23, 31]) }],
  ['the Kubernetes API has moved', { endpoint: 'https://10.0.0.8:6443' }],
  ['the address of the Kubernetes API is the beginning of another', { endpoint: 'https://10.0.0.9:644' }],
  ['the cluster has another name', { cluster: 'home' }],
]

test.each(others)('they do not fit when %s', async (_, configs) => {
  expect(await clientConfigsFit(await written(), { ...wanted, ...configs })).toBe(false)
})

test('they do not fit another bundle', async () => {
  const bundle = await createSecretsBundle('v1.13.9', new Date())
  const { os, k8s } = bundle.authorities
  const files = await written()
  for (const authority of [{ os }, { k8s }]) {
    const authorities = { ...wanted.bundle.authorities, ...authority }
    expect(await clientConfigsFit(files, { ...wanted, bundle: { ...bundle, authorities } })).toBe(false)
  }
})

test('what was written of machines whose address nobody knows at the moment stays', async () => {
  const files = await written()
  const known = { ...wanted, controlPlanes: last([21, 22]), machines: last([21, 22, 31]) }
  expect(await clientConfigsFit(files, { ...known, unknown: 1 })).toBe(true)
  expect(await clientConfigsFit(files, { ...known, machines: last([21, 22]), unknown: 1 })).toBe(false)
})

test('a file that is missing, broken or of another cluster does not fit', async () => {
  for (const name of ['talosconfig', 'kubeconfig'] as const) {
    const missing = await written()
    rmSync(missing[name])
    expect(await clientConfigsFit(missing, wanted)).toBe(false)
    const broken = await written()
    writeFileSync(broken[name], '{ not: [closed')
    expect(await clientConfigsFit(broken, wanted)).toBe(false)
  }
  expect(await clientConfigsFit(await written({ ...wanted, cluster: 'other' }), wanted)).toBe(false)
})

test('they do not fit when a certificate is about to end, or is none', async () => {
  const now = new Date(Date.now() - 300 * DAY)
  const { bundle, cluster: name, controlPlanes: endpoints, machines: nodes } = wanted
  const ending = await written()
  const context = await mintTalosContext(bundle, { name, endpoints, nodes, now, lifetimeHours: 310 * 24 })
  writeFileSync(ending.talosconfig, formatTalosconfig(context))
  expect(await clientConfigsFit(ending, wanted)).toBe(false)
  const none = await written()
  change(none.kubeconfig, /client-certificate-data: \S+/, 'client-certificate-data: bm9uZQ==')
  expect(await clientConfigsFit(none, wanted)).toBe(false)
})

test('contexts that somebody else put into the file do not count', async () => {
  const files = await written()
  change(
    files.talosconfig,
    'contexts:\n',
    'contexts:\n    other:\n        endpoints: [10.0.9.1]\n        crt: bm9uZQ==\n',
  )
  expect(await clientConfigsFit(files, wanted)).toBe(true)
})
