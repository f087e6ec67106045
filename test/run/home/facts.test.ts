import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  type ClusterFacts,
  forgetBootstrapped,
  freezeFacts,
  markBootstrapped,
  markEtcdHealthy,
  readFacts,
} from '../../../src/run/home/facts.ts'
import { homeOf, prepareHome } from '../../../src/run/home/home.ts'

const newHome = (cluster = 'lab') =>
  homeOf(path.join(mkdtempSync(path.join(tmpdir(), 'talmox-home-')), 'cluster.yaml'), cluster)

const facts: ClusterFacts = {
  cluster: 'lab',
  clusterId: 'an-id',
  contract: 'v1.12',
  talosVersion: 'v1.12.4',
  endpoint: 'https://10.0.0.5:6443',
  createdAt: '2026-11-15T12:00:00.000Z',
}

const modeOf = (file: string) => statSync(file).mode & 0o777

test('the home stands beside the cluster file, under the name of the cluster, for its owner alone', async () => {
  const home = newHome()
  expect(path.relative(path.dirname(path.dirname(home.folder)), home.folder)).toBe(path.join('.talmox', 'lab'))
  await freezeFacts(home, facts)
  expect([modeOf(path.dirname(home.folder)), modeOf(home.folder), modeOf(home.facts)]).toEqual([0o700, 0o700, 0o600])
})

test('a home that was opened to others is closed again', async () => {
  const home = newHome()
  await mkdir(home.folder, { recursive: true })
  await chmod(home.folder, 0o755)
  await prepareHome(home)
  expect(modeOf(home.folder)).toBe(0o700)
})

test('what is decided once stays: of several runs the first decides', async () => {
  const home = newHome()
  expect(await readFacts(home)).toBeUndefined()
  const wishes = ['v1.11', 'v1.12', 'v1.13'].map((contract) => freezeFacts(home, { ...facts, contract }))
  const decided = new Set((await Promise.all(wishes)).map(({ contract }) => contract))
  expect(decided.size).toBe(1)
  expect(await readFacts(home)).toMatchObject({ contract: [...decided][0] })
})

test('where etcd was begun is written once and never again', async () => {
  const home = newHome()
  await freezeFacts(home, facts)
  const first = { machine: 'lab-cp-1', at: '2026-11-15T12:05:00.000Z' }
  expect(await markBootstrapped(home, first)).toEqual({ ...facts, bootstrapped: first })
  await markBootstrapped(home, { machine: 'lab-cp-2', at: '2026-11-15T12:06:00.000Z' })
  expect((await readFacts(home))?.bootstrapped).toEqual(first)
})

test('that etcd was healthy is written once, of one that was begun', async () => {
  const home = newHome()
  await freezeFacts(home, facts)
  await markEtcdHealthy(home, '2026-11-15T12:04:00.000Z')
  expect(await readFacts(home)).toEqual(facts)
  const first = { machine: 'lab-cp-1', at: '2026-11-15T12:05:00.000Z' }
  await markBootstrapped(home, first)
  for (const at of ['2026-11-15T12:06:00.000Z', '2026-11-15T12:07:00.000Z']) await markEtcdHealthy(home, at)
  expect((await readFacts(home))?.bootstrapped).toEqual({ ...first, healthyAt: '2026-11-15T12:06:00.000Z' })
})

test.each([
  ['where etcd was begun', { bootstrapped: { machine: 'lab-cp-1', at: '2026-11-15T12:05:00.000Z' } }],
  ['where only the address of the API was learnt', {}],
])('nothing of the machines is remembered once they are gone: %s', async (_, more) => {
  const home = newHome()
  await freezeFacts(home, { ...facts, ...more })
  await forgetBootstrapped(home)
  expect(await readFacts(home)).toEqual({ ...facts, endpoint: '' })
})

test.each([
  ['cut off', '{"cluster": "lab", '],
  ['without its contract', JSON.stringify({ ...facts, contract: undefined })],
  ['of another form', '[]'],
])('facts that are damaged are not guessed: %s', async (_, text) => {
  const home = newHome()
  await prepareHome(home)
  writeFileSync(home.facts, text)
  await expect(readFacts(home)).rejects.toThrow(/cluster\.json is damaged/)
})

test('a home under the name of another cluster is refused', async () => {
  const home = newHome('other')
  await prepareHome(home)
  writeFileSync(home.facts, JSON.stringify(facts))
  await expect(readFacts(home)).rejects.toThrow(/belongs to the cluster lab, not to other/)
})
