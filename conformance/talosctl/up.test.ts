import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundNetwork } from '../../sim/network/bound.ts'
import { endRun } from '../../sim/proxmox/api/qemu/status/run.ts'
import { idleClock } from '../../sim/world/idle-clock.ts'
import { type Edit, openStage, type Stage } from '../../test/life/stage.ts'
import { loopbackSubnet } from '../loopback-subnet.ts'
import { type Program, programAt } from '../run-program.ts'
import { HEALTHY, passedConditions } from './healthy.ts'
import { readTable } from './table.ts'

const RELEASES = [
  { release: '1.13', talos: 'v1.13.9', kubernetes: 'v1.35.4', file: process.env.GENUINE_TALOSCTL_1_13 ?? '' },
  { release: '1.14', talos: 'v1.14.1', kubernetes: 'v1.36.3', file: process.env.GENUINE_TALOSCTL_1_14 ?? '' },
]

const SPEED = 60
const DAY_MS = 24 * 3_600_000

describe.each(RELEASES)('a cluster that talmox made, and talosctl $release', ({ talos, kubernetes, file }) => {
  const subnet = loopbackSubnet()
  const controlPlanes = numbered('homelab-cp', 211, 3)
  const workers = numbered('homelab-general', 221, 3)
  const machines = [...controlPlanes, ...workers]
  let stage: Stage
  let talosctl: Program
  let kubectl: Program

  beforeAll(async () => {
    stage = await openStage({
      example: 'homelab',
      edit: inNetwork(subnet, talos, kubernetes),
      network: (clock) => boundNetwork(clock, console.error),
      // It begins yesterday, so that certificates which are made while its time flies are valid by the real time.
      clock: idleClock(SPEED, Date.now() - DAY_MS),
    })
    const env = {
      TALOSCONFIG: path.join(stage.folder, 'talosconfig'),
      KUBECONFIG: path.join(stage.folder, 'kubeconfig'),
      HOME: stage.folder,
    }
    talosctl = programAt(file, { env })
    kubectl = programAt(process.env.GENUINE_KUBECTL ?? '', { env })
  })
  afterAll(() => stage.close())

  /** The machines of a list with their addresses, as tables show them. */
  function numbered(prefix: string, first: number, count: number) {
    return Array.from({ length: count }, (_, at) => ({
      name: `${prefix}-${at + 1}`,
      address: `${subnet}.${first + at}`,
    }))
  }

  const talmox = async (...argv: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await stage.talmox(...argv)
    expect({ code, stderr: code === 0 ? '' : stderr, wrongs: stage.watch.wrongs() }).toEqual({
      code: 0,
      stderr: '',
      wrongs: [],
    })
    return stdout
  }

  test('talmox brings it up, and hands out access to it', async () => {
    expect(await talmox('up', '--yes')).toContain(
      `homelab is up: Kubernetes ${kubernetes} at https://${subnet}.210:6443`,
    )
    await talmox('talosconfig', '--out', 'talosconfig')
    await talmox('kubeconfig', '--out', 'kubeconfig')
  })

  test.each(['true', 'false'])('health passes; on the server: %s', async (isServer) => {
    const [first] = controlPlanes
    const ended = await talosctl.run('-n', first?.address ?? '', 'health', `--server=${isServer}`)
    expect([ended.code, passedConditions(ended)]).toEqual([0, HEALTHY])
  })

  test('health passes for the machines of the cluster file, told one by one', async () => {
    const listed = (of: typeof machines) => of.map(({ address }) => address).join(',')
    const nodes = ['--control-plane-nodes', listed(controlPlanes), '--worker-nodes', listed(workers)]
    const ended = await talosctl.run('-n', controlPlanes[1]?.address ?? '', 'health', ...nodes)
    expect([ended.code, passedConditions(ended)]).toEqual([0, HEALTHY])
  })

  test('get members finds every machine of the cluster file, by its name and address', async () => {
    const shown = readTable(await talosctl.succeed('-n', workers[0]?.address ?? '', 'get', 'members'))
    const expected = machines.map(({ name, address }) => [
      name,
      name.includes('-cp-') ? 'controlplane' : 'worker',
      address,
    ])
    expect(shown.map((row) => [row.HOSTNAME, row['MACHINE TYPE'], firstAddress(row.ADDRESSES)])).toEqual(expected)
    expect(new Set(shown.map((row) => row.OS))).toEqual(new Set([`Talos (${talos})`]))
  })

  test('etcd has the control planes as voters', async () => {
    const shown = readTable(await talosctl.succeed('-n', controlPlanes[2]?.address ?? '', 'etcd', 'members'))
    expect(shown.map((row) => [row.HOSTNAME, row.LEARNER]).toSorted()).toEqual(
      controlPlanes.map(({ name }) => [name, 'false']),
    )
  })

  test('the machine config that talosctl reads is one that it takes', async () => {
    for (const { address } of [...controlPlanes.slice(0, 1), ...workers.slice(0, 1)]) {
      const config = path.join(stage.folder, `${address}.yaml`)
      const shown = await talosctl.succeed('-n', address, 'get', 'machineconfig', 'v1alpha1', '-o', 'jsonpath={.spec}')
      await writeFile(config, shown)
      await talosctl.succeed('validate', '--strict', '--mode', 'cloud', '--config', config)
    }
  })

  test('kubectl waits for every node to be ready, and shows it at its address', async () => {
    const waited = await kubectl.succeed('wait', '--for=condition=Ready', 'nodes', '--all', '--timeout=60s')
    expect(waited.trimEnd().split('\n').toSorted()).toEqual(machines.map(({ name }) => `node/${name} condition met`))
    const shown = readTable(await kubectl.succeed('get', 'nodes', '-o', 'wide'))
    expect(shown.map((row) => [row.NAME, row.STATUS, row.ROLES, row.VERSION, row['INTERNAL-IP']])).toEqual(
      machines.map(({ name, address }) => [
        name,
        'Ready',
        name.includes('-cp-') ? 'control-plane' : '<none>',
        kubernetes,
        address,
      ]),
    )
  })

  test('what is to run on it, runs', async () => {
    const settled = ['deployment/coredns', 'daemonset/kube-proxy', 'daemonset/kube-flannel']
    for (const name of settled) {
      expect(await kubectl.succeed('-n', 'kube-system', 'rollout', 'status', name, '--timeout=60s')).toMatch(
        /successfully rolled out/,
      )
    }
  })

  test('talmox finds nothing to do after that', async () => {
    expect(await talmox('up', '--yes')).toMatch(/^homelab: nothing to do\.\n/)
  })

  test('a worker whose power was cut is missed by both, until talmox has started it again', async () => {
    const [lost] = workers
    const [vm] = stage.running.world.vms.filter(({ config }) => config.name === lost?.name)
    if (lost === undefined || vm === undefined) throw new Error('there is no worker')
    endRun(stage.running, vm)
    const node = ['nodes', lost.name, '--timeout=60s'] as const
    await kubectl.succeed('wait', '--for=condition=Ready=Unknown', ...node)
    const health = ['-n', controlPlanes[0]?.address ?? '', 'health'] as const
    expect(await talosctl.refused(...health, '--wait-timeout=10s')).not.toMatch(/to report ready: OK/)
    expect(await talmox('up', '--yes')).toContain(`start ${lost.name} (it is switched off)`)
    await kubectl.succeed('wait', '--for=condition=Ready', ...node)
    await talosctl.succeed(...health)
  })
})

const firstAddress = (list: string | undefined): unknown => JSON.parse(list ?? '[]')[0]

/** Moves the homelab of the examples to addresses of this computer, and to a release of Talos. */
function inNetwork(subnet: string, talos: string, kubernetes: string): Edit {
  return (file) => {
    for (const [at, value] of Object.entries({
      'network.cidr': `${subnet}.0/24`,
      'network.gateway': `${subnet}.1`,
      'network.dns': [`${subnet}.1`],
      'network.vip': `${subnet}.210`,
      'talos.version': talos,
      'kubernetes.version': kubernetes,
    }))
      file.setIn(at.split('.'), file.createNode(value))
  }
}
