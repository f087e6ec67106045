import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { loopbackSubnet } from '../loopback-subnet.ts'
import { programAt } from '../run-program.ts'
import { readTable } from '../talosctl/table.ts'
import { startSimCommand } from './sim-command.ts'
import { NOTHING_TO_DO, prepareTofu } from './tofu.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-conformance-'))
const sim = await startSimCommand('examples/homelab.yaml')
afterAll(async () => {
  await sim.stop()
  rmSync(scratch, { recursive: true })
})
const { GENUINE_TALOSCTL_1_13: file = '', GENUINE_KUBECTL = '' } = process.env
const subnet = loopbackSubnet()
const variables = ['-var', `subnet=${subnet}`, '-var', `talosctl=${file}`]
const { succeed, plan, apply } = await prepareTofu('talos-cluster', scratch, sim.exported)
const folder = path.join(scratch, 'tofu')
const env = {
  TALOSCONFIG: path.join(folder, 'talosconfig'),
  KUBECONFIG: path.join(folder, 'kubeconfig'),
  HOME: scratch,
}

test('OpenTofu makes the machines, and talosctl a cluster of them', async () => {
  await succeed('init')
  expect(await apply(...variables)).toBe('13 added, 0 changed, 0 destroyed')
})

test('nothing is left to do', async () => {
  expect(await plan(...variables)).toMatchObject({ code: NOTHING_TO_DO, summary: 'No changes.' })
})

test('the cluster is healthy, and its nodes are ready', async () => {
  await programAt(file, { env }).succeed('-n', `${subnet}.12`, 'health')
  const nodes = readTable(await programAt(GENUINE_KUBECTL, { env }).succeed('get', 'nodes', '-o', 'wide'))
  expect(nodes.map((row) => [row.NAME, row.STATUS, row['INTERNAL-IP']])).toEqual([
    ['cp1', 'Ready', `${subnet}.11`],
    ['cp2', 'Ready', `${subnet}.12`],
    ['cp3', 'Ready', `${subnet}.13`],
    ['w1', 'Ready', `${subnet}.21`],
  ])
})
