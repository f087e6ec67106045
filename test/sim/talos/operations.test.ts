import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { applyConfig } from '../../../src/talos/api/apply.ts'
import { bootstrap } from '../../../src/talos/api/bootstrap.ts'
import { openCluster, type TalosCluster } from '../../../src/talos/api/cluster.ts'
import { leaveEtcd, listEtcdMembers, removeEtcdMember } from '../../../src/talos/api/etcd-members.ts'
import { saveEtcdSnapshot, uploadEtcdSnapshot } from '../../../src/talos/api/etcd-snapshot.ts'
import { fetchEtcdStatus } from '../../../src/talos/api/etcd-status.ts'
import { openMaintenance } from '../../../src/talos/api/maintenance.ts'
import { reboot, reset, shutdown } from '../../../src/talos/api/power.ts'
import { probe } from '../../../src/talos/api/probe.ts'
import { listServices } from '../../../src/talos/api/services.ts'
import { installUpgrade, pullImage } from '../../../src/talos/api/upgrade.ts'
import { fetchVersion } from '../../../src/talos/api/version.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { links as linksPart } from '../../../src/talos/config/parts/links.ts'
import { machineStatus, nodeAddresses } from '../../../src/talos/cosi/kinds.ts'
import { fetchMachineConfig, listMachineConfigs } from '../../../src/talos/cosi/machine-config.ts'
import { getResource, getSingle } from '../../../src/talos/cosi/read.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { CONDITIONS } from '../../../src/talos/health/conditions.ts'
import { waitFor } from '../../../src/talos/health/wait.ts'
import { mintTalosContext } from '../../../src/talos/talosconfig.ts'
import { realClock } from '../../../src/world/clock.ts'
import { openLab, quickBundle } from './lab.ts'

const controlPlanes = ['10.5.0.11', '10.5.0.12', '10.5.0.13']
const [first = '', second = '', third = ''] = controlPlanes
const worker = '10.5.0.21'
const vip = '10.5.0.50'
const VMIDS: Readonly<Record<string, number>> = { [first]: 101, [second]: 102, [third]: 103, [worker]: 104 }

const lab = openLab({ speed: 120 })
const now = new Date()
const bundle = await quickBundle(now)
const world = { dial: lab.network.dial, mask: (text: string) => text }
const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-sim-'))
const opened: TalosCluster[] = []
const context = await mintTalosContext(bundle, { name: 'lab', endpoints: controlPlanes, now })
const cluster = openCluster({ ...world, ...context })
opened.push(cluster)
const config = (role: 'controlplane' | 'worker') =>
  printDocuments(
    generate({
      contract: '1.13',
      role,
      clusterName: 'lab',
      endpoint: `https://${vip}:6443`,
      kubernetesVersion: '1.35.4',
      secrets: bundle,
    }),
  )
/** Config documents of a control plane that shares the address with the others. */
const shared = (address: string) =>
  `${config('controlplane')}---\n${printDocuments(
    linksPart([{ selector: { mac: macOf(address) }, addresses: [`${address}/24`], vips: [vip] }], '1.13'),
  )}`
const macOf = (address: string) => `bc:24:11:00:00:${(VMIDS[address] ?? 0).toString(16)}`
const textFor = (address: string) => (address === worker ? config('worker') : shared(address))
const patience = { timeout: 600_000, interval: 50 }

async function apply(address: string): Promise<void> {
  const state = () => probe({ ...world, address }).catch(() => undefined)
  await expect.poll(async () => (await state())?.kind, patience).toBe('maintenance')
  const found = await state()
  if (found?.kind !== 'maintenance') throw new Error(`${address} has left maintenance mode`)
  const { node, close } = openMaintenance({ ...world, address, fingerprint: found.fingerprint })
  await applyConfig(node, textFor(address), { mode: 'auto' })
  close()
}

const services = async (address: string) => listServices(cluster.node(address), { fresh: true }).catch(() => [])
const etcdState = async (address: string) => (await services(address)).find(({ id }) => id === 'etcd')?.state
const stage = async (address: string) =>
  (await getSingle(cluster.node(address), machineStatus, { fresh: true }).catch(() => undefined))?.stage
const view = (seen: TalosCluster) => ({
  controlPlanes: controlPlanes.map((address) => seen.node(address)),
  workers: [seen.node(worker)],
  hasNetwork: true,
})
// By a client that has seen no machine dead, since one forgets that only slowly.
async function healthy(): Promise<void> {
  const fresh = openCluster({ ...world, ...context })
  await waitFor(CONDITIONS, view(fresh), { clock: realClock, report: () => undefined, pollMs: 50 })
  fresh.close()
}
const boot = (address: string) =>
  lab.start(VMIDS[address] ?? 0, address, address === worker ? 'w1' : `cp${address.at(-1)}`)
const guests = new Map([...controlPlanes, worker].map((address) => [address, boot(address)]))

afterAll(() => {
  for (const one of opened) one.close()
  lab.close()
  rmSync(scratch, { recursive: true })
})

describe('a cluster of three control planes and a worker', () => {
  test('comes up, with the worker getting its certificate from a control plane', async () => {
    for (const address of [worker, ...controlPlanes]) await apply(address)
    await expect.poll(() => etcdState(first), patience).toBe('Preparing')
    expect(await bootstrap(cluster.node(first))).toBe('started')
    await healthy()
    expect((await fetchVersion(cluster.node(worker))).tag).toBe('v1.13.9')
  })

  test('has a shared address at exactly one control plane', async () => {
    const holders = () =>
      [...lab.talos.nodes.values()].filter((node) => node.state.network.addresses.some(({ isShared }) => isShared))
    expect(holders().map(({ state }) => state.network.hostname)).toEqual(['cp1'])
    const addresses = (await getResource(cluster.node(first), nodeAddresses, 'current'))?.spec.addresses
    expect(addresses).toContain(`${vip}/32`)
    expect((await getResource(cluster.node(first), nodeAddresses, 'default'))?.spec.addresses).not.toContain(
      `${vip}/32`,
    )
  })

  test('refuses on a worker what only control planes do, and passes nothing on there', async () => {
    await expect(bootstrap(cluster.node(worker))).rejects.toMatchObject({ code: 'talos-not-ready' })
    await expect(listEtcdMembers(cluster.node(worker))).rejects.toMatchObject({ code: 'talos-not-control-plane' })
    const through = openCluster({ ...world, ...context, endpoints: [worker] })
    opened.push(through)
    await expect(fetchVersion(through.node(first))).rejects.toMatchObject({ code: 'talos-no-forwarding' })
  })
})

describe('a changed config', () => {
  const changed = (label: string) => shared(first).replace('nodeLabels:', `nodeLabels:\n        test/label: ${label}`)
  const versions = async () => {
    const held = await Promise.all(
      (['active', 'persistent'] as const).map((which) => fetchMachineConfig(cluster.node(first), which)),
    )
    return held.map((one) => one?.version)
  }

  test('on trial goes back by itself, and only the active one was another', async () => {
    expect(await versions()).toEqual(['1', '1'])
    const { mode } = await applyConfig(cluster.node(first), changed('try'), { mode: 'try', tryMs: 600_000 })
    expect(mode).toBe('try')
    expect(await versions()).toEqual(['2', '1'])
    await expect.poll(versions, patience).toEqual(['3', '1'])
    expect((await fetchMachineConfig(cluster.node(first), 'active'))?.text).toBe(shared(first))
  })

  test('that is staged waits for the next boot', async () => {
    await applyConfig(cluster.node(first), changed('staged'), { mode: 'staged' })
    expect(await versions()).toEqual(['3', '2'])
    const { active, persistent } = await listMachineConfigs(cluster.node(first))
    expect(active?.text).toBe(shared(first))
    expect(persistent?.text).toBe(changed('staged'))
  })

  test('takes effect at once where it can, and is refused without a reboot where it cannot', async () => {
    await applyConfig(cluster.node(first), shared(first), { mode: 'no-reboot' })
    expect(await versions()).toEqual(['4', '3'])
    const files = shared(first).replace(
      'machine:',
      'machine:\n    files:\n        - content: hello\n          path: /var/hello\n          op: create',
    )
    const applied = applyConfig(cluster.node(first), files, { mode: 'no-reboot' })
    await expect(applied).rejects.toMatchObject({
      code: 'talos-invalid',
      message: expect.stringContaining("this config change can't be applied in immediate mode"),
    })
    const { details } = await applyConfig(cluster.node(first), files, { mode: 'auto', dryRun: true })
    expect(details).toContain('Applied configuration with a reboot (skipped in dry-run)')
  })
})

describe('etcd', () => {
  test('a member that leaves forgets its data, and comes back with the next boot', async () => {
    await leaveEtcd(cluster.node(third))
    expect(await etcdState(third)).toBe('Finished')
    expect(await listEtcdMembers(cluster.node(first))).toHaveLength(2)
    await reboot(cluster.node(third), 'default')
    await expect
      .poll(async () => (await listEtcdMembers(cluster.node(first))).map(({ isLearner }) => isLearner), patience)
      .toEqual([false, false, false])
    await healthy()
  })

  test('loses its leader with its quorum, says so, and finds it again', async () => {
    const { leader } = await fetchEtcdStatus(cluster.node(first))
    expect(leader).toBeDefined()
    guests.get(second)?.powerOff()
    guests.get(third)?.powerOff()
    expect((await fetchEtcdStatus(cluster.node(first))).leader).toBeUndefined()
    await expect(listEtcdMembers(cluster.node(first))).rejects.toMatchObject({ code: 'talos-etcd-not-ready' })
    await expect
      .poll(async () => (await services(first)).find(({ id }) => id === 'etcd')?.health, patience)
      .toBe('unhealthy')
    for (const address of [second, third]) guests.set(address, boot(address))
    await healthy()
  })

  test('a dead member is removed by the others; an unknown one is not found', async () => {
    await expect(removeEtcdMember(cluster.node(first), 4660n)).rejects.toMatchObject({ code: 'talos-not-found' })
    const dead = (await listEtcdMembers(cluster.node(first))).find(({ hostname }) => hostname === 'cp3')
    guests.get(third)?.powerOff()
    await removeEtcdMember(cluster.node(first), dead?.id ?? 0n)
    expect(await listEtcdMembers(cluster.node(first))).toHaveLength(2)
  })

  test('a machine whose member was removed cannot go on with its data, and joins again without them', async () => {
    guests.set(third, boot(third))
    await expect.poll(() => etcdState(third), patience).toBe('Failed')
    await reset(cluster.node(third), { graceful: false, reboot: true, wipe: 'system-disk', partitions: ['EPHEMERAL'] })
    await healthy()
  })

  test('the shared address moves away from a control plane that loses its power', async () => {
    const holder = () =>
      [...lab.talos.nodes.values()].find((node) => node.state.network.addresses.some(({ isShared }) => isShared))?.state
        .vmid
    const before = holder()
    const address = controlPlanes.find((one) => VMIDS[one] === before) ?? ''
    guests.get(address)?.powerOff()
    expect(holder()).toBeUndefined()
    await expect.poll(holder, patience).toBeDefined()
    expect(holder()).not.toBe(before)
    guests.set(address, boot(address))
    await healthy()
  })

  test('a snapshot carries the state, and a cluster begins again from it', async () => {
    const file = path.join(scratch, 'etcd.db')
    await saveEtcdSnapshot(cluster.node(first), file)
    const wiped = { graceful: false, reboot: true, wipe: 'system-disk', partitions: ['EPHEMERAL'] } as const
    const nodes = () => Object.keys([...lab.talos.kubernetes.values()].at(-1)?.state.objects['/nodes'] ?? {}).sort()
    const before = nodes()
    for (const address of controlPlanes) await reset(cluster.node(address), wiped)
    for (const address of controlPlanes) await expect.poll(() => etcdState(address), patience).toBe('Preparing')
    await uploadEtcdSnapshot(cluster.node(second), file)
    expect(await bootstrap(cluster.node(second), { recover: true })).toBe('started')
    await healthy()
    expect(before).toEqual(['cp1', 'cp2', 'cp3', 'w1'])
    expect(nodes()).toEqual(before)
  })

  test('a recovery without a snapshot fails, and says what is missing', async () => {
    await leaveEtcd(cluster.node(third))
    await bootstrap(cluster.node(third), { recover: true })
    await expect
      .poll(async () => (await services(third)).find(({ id }) => id === 'etcd')?.message, patience)
      .toContain('error verifying snapshot: stat /var/lib/etcd.snapshot: no such file or directory')
    await reboot(cluster.node(third), 'default')
    await healthy()
  })
})

describe('a machine', () => {
  test('is upgraded beside its running system, and boots the new one', async () => {
    const image = `factory.talos.dev/nocloud-installer/${lab.image.schematic}:v1.13.10`
    const lines: string[] = []
    await pullImage(cluster.node(worker), image)
    await installUpgrade(cluster.node(worker), image, (line) => lines.push(line))
    expect(lines).not.toEqual([])
    expect((await fetchVersion(cluster.node(worker))).tag).toBe('v1.13.9')
    await reboot(cluster.node(worker), 'default')
    const tag = async () => (await fetchVersion(cluster.node(worker), { fresh: true }).catch(() => undefined))?.tag
    await expect.poll(tag, patience).toBe('v1.13.10')
  })

  test('that no registry has an image for is told so', async () => {
    const image =
      'factory.talos.dev/nocloud-installer/ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff:v1.13.9'
    await expect(pullImage(cluster.node(worker), image)).rejects.toMatchObject({ code: 'talos-not-found' })
  })

  test('whose config is wiped waits for another one', async () => {
    await reset(cluster.node(worker), {
      graceful: true,
      reboot: true,
      wipe: 'system-disk',
      partitions: ['STATE', 'EPHEMERAL'],
    })
    await apply(worker)
    await expect.poll(() => stage(worker), patience).toBe('running')
  })

  test('that is shut down is off', async () => {
    await shutdown(cluster.node(worker), false)
    await expect.poll(() => lab.talos.nodes.has(VMIDS[worker] ?? 0), patience).toBe(false)
  })
})
