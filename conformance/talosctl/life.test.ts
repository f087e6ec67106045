import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openLab } from '../../test/sim/talos/lab.ts'
import { loopbackSubnet } from '../loopback-subnet.ts'
import { programAt } from '../run-program.ts'
import { HEALTHY, passedConditions } from './healthy.ts'
import { readTable } from './table.ts'

// The installer that machines without further extensions have.
const SCHEMATIC = '376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba'
const installer = (version: string): string => `factory.talos.dev/nocloud-installer/${SCHEMATIC}:${version}`

const CLIENTS = [
  { release: '1.13', version: 'v1.13.9', next: 'v1.13.10', file: process.env.GENUINE_TALOSCTL_1_13 ?? '' },
  { release: '1.14', version: 'v1.14.1', next: 'v1.14.2', file: process.env.GENUINE_TALOSCTL_1_14 ?? '' },
]

// `reboot` of 1.13 looks again after a second, and waits in vain for a machine that is already back by then.
const SPEED = 3

describe.each(CLIENTS)('talosctl $release, unmodified, and four simulated machines', ({ version, next, file }) => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-talosctl-'))
  const lab = openLab({ version, speed: SPEED, isBound: true })
  afterAll(() => {
    lab.close()
    rmSync(scratch, { recursive: true })
  })
  const subnet = loopbackSubnet()
  const addressOf = (last: number): string => `${subnet}.${last}`
  const first = addressOf(11)
  const second = addressOf(12)
  const third = addressOf(13)
  const worker = addressOf(21)
  const controlPlanes = [first, second, third]
  const all = [...controlPlanes, worker]
  const at = (name: string): string => path.join(scratch, name)
  const env = { TALOSCONFIG: at('talosconfig'), KUBECONFIG: at('kubeconfig'), HOME: scratch }
  const talosctl = programAt(file, { env })
  const kubectl = programAt(process.env.GENUINE_KUBECTL ?? '', { env })

  /** Asks the machines through the first one. */
  const through = (nodes: readonly string[], ...args: readonly string[]) =>
    ['-e', first, '-n', nodes.join(','), ...args] as const
  const eventually = <T>(ask: () => Promise<T>) =>
    expect.poll(() => ask().catch(String), { timeout: 600_000, interval: 500 })
  const nodesReady = async () =>
    readTable(await kubectl.succeed('get', 'nodes', '-o', 'wide')).map((row) => [
      row.NAME,
      row.STATUS,
      row['INTERNAL-IP'],
    ])

  test('a machine without a config shows its disks to everybody', async () => {
    for (const [index, address] of all.entries())
      lab.start(101 + index, address, address === worker ? 'w1' : `cp${index + 1}`)
    const disks = () => talosctl.succeed('get', 'disks', '--insecure', '-n', first)
    await eventually(disks).toMatch(/\bDisk +sda\b.*QEMU HARDDISK/)
    expect(await talosctl.succeed('version', '--insecure', '-n', first)).toContain(`Tag:         ${version}\n`)
  })

  test('secrets and configs are made', async () => {
    await talosctl.succeed('gen', 'secrets', '-o', at('secrets.yaml'))
    const image = ['--install-disk', '/dev/sda', '--install-image', installer(version)]
    const cluster = ['lab', `https://${first}:6443`, '--kubernetes-version', '1.35.4']
    await talosctl.succeed('gen', 'config', ...cluster, ...image, '--with-secrets', at('secrets.yaml'), '-o', scratch)
  })

  test('a machine without a config is not one of the cluster', async () => {
    const said = await talosctl.refused(...through([first], 'version'))
    expect(said).toContain('certificate signed by unknown authority')
  })

  test('apply-config --insecure gives them their configs', async () => {
    for (const address of all) {
      const config = at(address === worker ? 'worker.yaml' : 'controlplane.yaml')
      await talosctl.succeed('apply-config', '--insecure', '-n', address, '-f', config)
    }
    const tags = async () => (await talosctl.succeed(...through(all, 'version'))).match(/(?<=NODE: +)\S+/g)?.toSorted()
    await eventually(tags).toEqual(all)
  })

  test('whoever has no certificate is sent away now', async () => {
    const apply = ['apply-config', '--insecure', '-n', first, '-f', at('controlplane.yaml')]
    // The reason is lost where the connection ends before the client has read it, so it is asked for again.
    await eventually(() => talosctl.refused(...apply)).toContain('tls: certificate required')
  })

  test('bootstrap is for control planes, and for once', async () => {
    expect(await talosctl.refused(...through([worker], 'bootstrap'))).toContain(
      'code = FailedPrecondition desc = bootstrap can only be performed on a control plane node',
    )
    await eventually(() => talosctl.succeed(...through([first], 'bootstrap'))).toBe('')
    // Until etcd has data, each bootstrap begins it anew, so nobody asks in between.
    await eventually(() => talosctl.succeed(...through([first], 'service', 'etcd'))).toMatch(/^STATE +Running/m)
    expect(await talosctl.refused(...through([first], 'bootstrap'))).toContain('code = AlreadyExists')
  })

  test.each(['true', 'false'])('health passes; on the server: %s', async (isServer) => {
    const ended = await talosctl.run(...through([second], 'health', `--server=${isServer}`))
    expect([ended.code, passedConditions(ended)]).toEqual([0, HEALTHY])
  })

  test('kubeconfig is what kubectl needs', async () => {
    await talosctl.succeed(...through([second], 'kubeconfig', '--force', at('kubeconfig')))
    expect(await nodesReady()).toEqual([
      ['cp1', 'Ready', first],
      ['cp2', 'Ready', second],
      ['cp3', 'Ready', third],
      ['w1', 'Ready', worker],
    ])
    await kubectl.succeed('create', 'configmap', 'kept', '--from-literal=by=etcd')
  })

  test('get shows members, status and addresses of several machines', async () => {
    const get = async (type: string) => readTable(await talosctl.succeed(...through([second, worker], 'get', type)))
    const members = (await get('members')).map((row) => [row.NODE, row.HOSTNAME, row['MACHINE TYPE'], row.ADDRESSES])
    const known = [first, second, third].map((address, index) => [`cp${index + 1}`, 'controlplane', `["${address}"]`])
    const expected = [...known, ['w1', 'worker', `["${worker}"]`]]
    expect(members).toEqual([second, worker].flatMap((node) => expected.map((member) => [node, ...member])))
    expect((await get('machinestatus')).map((row) => [row.NODE, row.STAGE, row.READY])).toEqual([
      [second, 'running', 'true'],
      [worker, 'running', 'true'],
    ])
    expect((await get('addresses')).map((row) => row.ADDRESS)).toEqual(
      expect.arrayContaining([`${second}/24`, `${worker}/24`]),
    )
  })

  test('get machineconfig is what was applied, byte for byte', async () => {
    const shown = await talosctl.succeed(...through([worker], 'get', 'machineconfig', 'v1alpha1', '-o', 'yaml'))
    expect(parse(shown).spec).toBe(readFileSync(at('worker.yaml'), 'utf8'))
  })

  test('services run and are healthy', async () => {
    const rows = readTable(await talosctl.succeed(...through([second], 'services')))
    const states = Object.fromEntries(rows.map((row) => [row.SERVICE, `${row.STATE} ${row.HEALTH}`]))
    expect(states).toMatchObject({
      apid: 'Running OK',
      etcd: 'Running OK',
      kubelet: 'Running OK',
      trustd: 'Running OK',
    })
    expect(await talosctl.succeed(...through([worker], 'services'))).not.toContain('etcd')
  })

  test('etcd tells members and status, and has three voters', async () => {
    const members = readTable(await talosctl.succeed(...through([third], 'etcd', 'members')))
    expect(members.map((row) => [row.HOSTNAME, row.LEARNER]).toSorted()).toEqual([
      ['cp1', 'false'],
      ['cp2', 'false'],
      ['cp3', 'false'],
    ])
    const status = readTable(await talosctl.succeed(...through(controlPlanes, 'etcd', 'status')))
    expect(new Set(status.map((row) => row.LEADER)).size).toBe(1)
    expect(status.map((row) => row.NODE).toSorted()).toEqual(controlPlanes)
    expect(await talosctl.refused(...through([worker], 'etcd', 'members'))).toContain('code = Unimplemented')
  })

  test('etcd snapshot is a database that etcd itself finds whole', async () => {
    const said = await talosctl.succeed(...through([third], 'etcd', 'snapshot', at('etcd.db')))
    expect(said).toMatch(/snapshot info: hash [0-9a-f]{8}, revision \d+, total keys \d+/)
  })

  test('dmesg tells the boot, line by line', async () => {
    const said = await talosctl.succeed(...through([worker], 'dmesg'))
    expect(said).toContain('[talos] boot sequence: done')
    expect(said).toMatch(/Linux version .*-talos/)
  })

  test('a reader reads, and changes nothing', async () => {
    const reader = at('reader')
    await talosctl.succeed(...through([first], 'config', 'new', reader, '--roles', 'os:reader'))
    const asReader = ['--talosconfig', reader, ...through([second])]
    expect(await talosctl.succeed(...asReader, 'version', '--short')).toContain(version)
    for (const command of [
      ['reboot', '--wait=false'],
      ['get', 'machineconfig'],
      ['kubeconfig', at('nobody')],
    ]) {
      expect(await talosctl.refused(...asReader, ...command)).toContain('code = PermissionDenied desc = not authorized')
    }
  })

  test('a worker passes nothing on, and who is not there is unavailable', async () => {
    expect(await talosctl.refused('-e', worker, '-n', second, 'version')).toContain('no request forwarding')
    expect(await talosctl.refused(...through([`${subnet}.99`], 'version'))).toContain('code = Unavailable')
    const { output, errors } = await talosctl.run(...through([first, `${subnet}.99`], 'version'))
    expect(output).toContain(`NODE:        ${first}`)
    expect(output + errors).toContain(`${subnet}.99`)
  })

  test('a change without a reboot is shown first, then made', async () => {
    const patch = [
      'patch',
      'machineconfig',
      '--mode=no-reboot',
      '-p',
      'machine: { sysctls: { vm.overcommit_memory: "1" } }',
    ]
    const shown = await talosctl.run(...through([worker], ...patch, '--dry-run'))
    expect(shown.output + shown.errors).toContain('vm.overcommit_memory')
    await talosctl.succeed(...through([worker], ...patch))
    expect(await talosctl.succeed(...through([worker], 'get', 'machineconfig', '-o', 'yaml'))).toContain(
      'vm.overcommit_memory: "1"',
    )
  })

  test('reboot is followed until the machine is back', async () => {
    const { code, output, errors } = await talosctl.run(...through([second], 'reboot'))
    expect([code, output + errors]).toEqual([0, expect.stringContaining('post check passed')])
  })

  test('upgrade drains the node, and another Talos comes back', async () => {
    const { code, output, errors } = await talosctl.run(...through([worker], 'upgrade', '--image', installer(next)))
    expect([code, output + errors]).toEqual([0, expect.stringContaining('post check passed')])
    expect(await talosctl.succeed(...through([worker], 'version'))).toContain(`Tag:         ${next}`)
    await eventually(nodesReady).toContainEqual(['w1', 'Ready', worker])
  })

  test('etcd begins anew from the snapshot, with what it held then', async () => {
    await kubectl.succeed('create', 'configmap', 'lost', '--from-literal=by=recovery')
    const wipe = ['reset', '--graceful=false', '--reboot', '--system-labels-to-wipe', 'EPHEMERAL', '--wait=false']
    for (const address of controlPlanes) await talosctl.succeed('-e', address, '-n', address, ...wipe)
    await eventually(() => talosctl.succeed(...through([first], 'service', 'etcd'))).toMatch(/^STATE +Preparing/m)
    await talosctl.succeed(...through([first], 'bootstrap', `--recover-from=${at('etcd.db')}`))
    const names = () => kubectl.succeed('get', 'configmaps', '-o', 'name')
    await eventually(names).toContain('configmap/kept')
    expect(await names()).not.toContain('configmap/lost')
    await talosctl.succeed(...through([first], 'health'))
    expect((await nodesReady()).map(([name, status]) => [name, status])).toEqual([
      ['cp1', 'Ready'],
      ['cp2', 'Ready'],
      ['cp3', 'Ready'],
      ['w1', 'Ready'],
    ])
  })

  test('reset leaves the cluster, and the machine is without a config again', async () => {
    // Talos itself stays on the disk, which the machine would not boot from otherwise.
    const wipe = ['--system-labels-to-wipe', 'STATE', '--system-labels-to-wipe', 'EPHEMERAL']
    await talosctl.succeed(...through([third], 'reset', '--reboot', '--wait=false', ...wipe))
    await eventually(() => talosctl.succeed('get', 'disks', '--insecure', '-n', third)).toContain('sda')
    const members = readTable(await talosctl.succeed(...through([first], 'etcd', 'members')))
    expect(members.map((row) => row.HOSTNAME).toSorted()).toEqual(['cp1', 'cp2'])
    expect(await talosctl.succeed(...through([first], 'get', 'members'))).not.toContain('cp3')
  })
})
