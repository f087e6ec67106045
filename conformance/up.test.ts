import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { endRun } from '../sim/proxmox/api/qemu/status/run.ts'
import { openCluster } from '../src/talos/api/cluster.ts'
import { listEtcdMembers } from '../src/talos/api/etcd-members.ts'
import type { TalosNode } from '../src/talos/api/node.ts'
import { bundleSecrets } from '../src/talos/secrets/bundle-secrets.ts'
import { parseSecrets } from '../src/talos/secrets/read.ts'
import { mintTalosContext } from '../src/talos/talosconfig.ts'
import { realClock } from '../src/world/clock.ts'
import { realDial } from '../src/world/dial.ts'
import { createRedaction } from '../src/world/redaction.ts'
import { pictureOf } from '../test/life/picture.ts'
import { openStage } from '../test/life/stage.ts'
import { genuineGuests } from './genuine-talos/guest.ts'
import { inLab, NETWORK_MANIFEST } from './genuine-talos/homelab.ts'
import { kubernetesPhases, type Phase, phaseTable, servicePhases } from './genuine-talos/phases.ts'
import { programAt } from './run-program.ts'
import { readTable } from './talosctl/table.ts'

// A bridge with a registry and a discovery service, made by `surroundings.sh`; this process is in its namespace.
const { GENUINE_RUN = '', GENUINE_SUBNET = '', GENUINE_KUBERNETES = '', GENUINE_PROGRAMS = '' } = process.env

const manifests = createServer((request, response) => {
  response.writeHead(request.url === `/${NETWORK_MANIFEST}` ? 200 : 404)
  response.end('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: network, namespace: kube-system }\n')
}).listen(8080, `${GENUINE_SUBNET}.1`)

const troubles: string[] = []
const stage = await openStage({
  example: 'homelab',
  edit: inLab(GENUINE_SUBNET, GENUINE_KUBERNETES),
  clock: realClock,
  guests: genuineGuests({ run: GENUINE_RUN, failed: (message) => troubles.push(message) }),
  dial: (within) => (host, port, signal) =>
    host.startsWith(`${GENUINE_SUBNET}.`) ? realDial(host, port, signal) : within(host, port, signal),
})
const start = pictureOf(stage.running)
const machines = stage.desired.machines.map(({ name, nics: [{ addresses }] }) => ({
  name,
  address: addresses[0]?.address ?? '',
}))
afterAll(() => {
  stage.close()
  manifests.close()
})

const kubectl = programAt(path.join(GENUINE_PROGRAMS, 'kubectl'), {
  env: { KUBECONFIG: path.join(stage.folder, 'talos/kubeconfig'), HOME: stage.folder },
})

const talosctl = programAt(path.join(GENUINE_PROGRAMS, 'talosctl'), {
  env: { TALOSCONFIG: path.join(stage.folder, 'talos/talosconfig'), HOME: stage.folder },
})

/** Runs talmox, shows what it did and when, and expects that it succeeds. */
async function talmox(...argv: readonly string[]): Promise<string> {
  const run = await stage.talmox(...argv)
  console.log(`talmox ${argv.join(' ')}\n${run.stdout}${run.stderr}`)
  console.log((await stage.talmox('history', 'last')).stdout)
  expect({ code: run.code, troubles, wrongs: stage.watch.wrongs() }).toEqual({ code: 0, troubles: [], wrongs: [] })
  return run.stdout
}

/** Expects all nodes to be ready, and every control plane to know the same three voters of etcd. */
async function expectWhole(...further: readonly string[]): Promise<void> {
  const nodes = readTable(await kubectl.succeed('get', 'nodes')).map(({ NAME, STATUS }) => `${NAME} ${STATUS}`)
  const names = ['cp-1', 'cp-2', 'cp-3', 'general-1', ...further]
  expect(nodes).toEqual(names.map((name) => `homelab-${name} Ready`))
  const voters = ['cp-1', 'cp-2', 'cp-3'].map((name) => `homelab-${name} false`)
  for (const { address } of machines.filter(({ name }) => name.includes('-cp-'))) {
    const members = await withNode(address, (node) => listEtcdMembers(node))
    expect(members.map(({ hostname, isLearner }) => `${hostname} ${isLearner}`).sort()).toEqual(voters)
  }
}

test('three control planes and a worker come up from nothing', async () => {
  expect(await talmox('up', '--yes')).toContain(`homelab is up: Kubernetes v${GENUINE_KUBERNETES}`)
  await expectWhole()
})

test('how long machines took for what the simulator has numbers of', async () => {
  const phases: Phase[] = []
  for (const { name, address } of machines) {
    const { phases: own, up } = await withNode(address, servicePhases)
    phases.push(...own)
    if (name.includes('-cp-')) phases.push(...(await kubernetesPhases(kubectl, name, up)))
  }
  console.log(phaseTable(phases))
  expect(new Set(phases.map(({ name }) => name))).toContain('etcd: etcdHealth')
})

test('a second run does nothing', async () => {
  expect(await talmox('up', '--yes')).toMatch(/^homelab: nothing to do\.\n/)
})

test('what people are told is what they find', async () => {
  expect(await talmox('status')).not.toMatch(/problem|unhealthy/)
})

test('a label is given to running machines, without a reboot', async () => {
  const before = await boots()
  stage.edit((file) => file.setIn(['workers', 'general', 'labels', 'zone'], 'attic'))
  expect(await talmox('up', '--yes')).toContain('homelab: 1 machine to change, in 1 step.')
  expect(await boots()).toEqual(before)
  expect(await kubectl.succeed('get', 'nodes', '-l', 'zone=attic', '-o', 'name')).toBe('node/homelab-general-1\n')
})

test('what needs a reboot is staged, and control planes reboot one after the other', async () => {
  const before = await boots()
  stage.edit((file) =>
    file.setIn(['controlPlane', 'patches'], file.createNode([{ machine: { udev: { rules: ['KERNEL=="nbd*"'] } } }])),
  )
  await talmox('up', '--yes')
  const after = await boots()
  expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual([
    'homelab-cp-1',
    'homelab-cp-2',
    'homelab-cp-3',
  ])
  await expectWhole()
})

test('more memory comes with a restart: the worker shuts down and comes back as it was', async () => {
  const before = await boots()
  stage.edit((file) => file.setIn(['workers', 'general', 'memory'], '20GiB'))
  expect(await talmox('up', '--yes')).toContain('1 machine to reboot')
  const after = await boots()
  expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual(['homelab-general-1'])
  expect(vmOf(3000).run?.config.memory).toBe('20480')
  await expectWhole()
})

test('a worker joins', async () => {
  stage.edit((file) => file.setIn(['workers', 'general', 'count'], '2'))
  await talmox('up', '--yes')
  await expectWhole('general-2')
})

test('and leaves', async () => {
  stage.edit((file) => file.setIn(['workers', 'general', 'count'], '1'))
  await talmox('up', '--yes')
  await expectWhole()
})

test('a control plane whose power was cut is started again', async () => {
  endRun(stage.running, vmOf(2001))
  expect(await talmox('up', '--yes')).toContain('start homelab-cp-2 (it is switched off)')
  await expectWhole()
})

test('a control plane that is lost with its disk is replaced', async () => {
  lose(2002)
  expect(await talmox('up', '--yes')).toContain('remove the dead member of etcd homelab-cp-3')
  await expectWhole()
})

test('after all that there is nothing to do', async () => {
  expect(await talmox('up', '--yes')).toMatch(/^homelab: nothing to do\.\n/)
})

test('when it is destroyed, everything is as it was', async () => {
  await talmox('destroy', '--yes')
  expect(pictureOf(stage.running)).toEqual(start)
  console.log((await stage.talmox('history')).stdout)
  await expect.poll(() => readdirSync(GENUINE_RUN).filter((name) => /^(disk|node)\d/.test(name))).toEqual([])
})

/** Asks a machine itself, with the secrets of the cluster. */
async function withNode<T>(address: string, ask: (node: TalosNode) => Promise<T>): Promise<T> {
  const [source, now] = [path.join(stage.folder, '.talmox/homelab/secrets.yaml'), new Date()]
  const bundle = parseSecrets(await readFile(source, 'utf8'), { source, now })
  const context = await mintTalosContext(bundle, { name: 'homelab', endpoints: [address], now })
  const cluster = openCluster({ ...context, dial: realDial, ...createRedaction(bundleSecrets(bundle)) })
  try {
    return await ask(cluster.node(address))
  } finally {
    cluster.close()
  }
}

/** Tells one boot of each machine from another. */
async function boots(): Promise<Readonly<Record<string, string>>> {
  const read = (address: string) => talosctl.succeed('-n', address, 'read', '/proc/sys/kernel/random/boot_id')
  return Object.fromEntries(await Promise.all(machines.map(async ({ name, address }) => [name, await read(address)])))
}

function vmOf(vmid: number) {
  const vm = stage.running.world.vms.find((one) => one.vmid === vmid)
  if (vm === undefined) throw new Error(`there is no VM ${vmid}`)
  return vm
}

/** The power is cut, and somebody throws the machine away with all its disks. */
function lose(vmid: number): void {
  const { world, sim } = stage.running
  endRun({ sim }, vmOf(vmid))
  world.vms = world.vms.filter((vm) => vm.vmid !== vmid)
  world.volumes = world.volumes.filter((volume) => volume.vmid !== vmid)
  sim.guests.forget(vmid)
}
