import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { applyConfig } from '../src/talos/api/apply.ts'
import { bootstrap } from '../src/talos/api/bootstrap.ts'
import { bootstrapOnce } from '../src/talos/api/bootstrap-once.ts'
import { openCluster, type TalosCluster } from '../src/talos/api/cluster.ts'
import { forfeitEtcdLeadership, leaveEtcd, listEtcdMembers, removeEtcdMember } from '../src/talos/api/etcd-members.ts'
import { saveEtcdSnapshot, uploadEtcdSnapshot } from '../src/talos/api/etcd-snapshot.ts'
import { fetchEtcdStatus } from '../src/talos/api/etcd-status.ts'
import { type TalosEvent, watchEvents } from '../src/talos/api/events.ts'
import { fetchKubeconfig } from '../src/talos/api/kubeconfig.ts'
import { openMaintenance } from '../src/talos/api/maintenance.ts'
import { reboot, reset } from '../src/talos/api/power.ts'
import { probe } from '../src/talos/api/probe.ts'
import { retrying } from '../src/talos/api/retry.ts'
import { BOOTSTRAP_RULES, FIRST_APPLY_RULES, FIRST_MUTUAL_RULES } from '../src/talos/api/retry-rules.ts'
import { listServices } from '../src/talos/api/services.ts'
import { upgradeLegacy } from '../src/talos/api/upgrade.ts'
import { fetchVersion } from '../src/talos/api/version.ts'
import type { TalosRole } from '../src/talos/certificates/roles.ts'
import { document } from '../src/talos/config/document.ts'
import { generate } from '../src/talos/config/generate.ts'
import { hostname, members, nodeAddresses } from '../src/talos/cosi/kinds.ts'
import { fetchMachineConfig } from '../src/talos/cosi/machine-config.ts'
import { getResource, listResources } from '../src/talos/cosi/read.ts'
import { watchResources } from '../src/talos/cosi/watch.ts'
import { printDocuments } from '../src/talos/document/print.ts'
import type { Document } from '../src/talos/document/value.ts'
import {
  ServiceStateEvent_Action as Action,
  MachineStatusEvent_MachineStage as Stage,
} from '../src/talos/gen/machine/events_pb.ts'
import { MachineService } from '../src/talos/gen/machine/machine_pb.ts'
import { CONDITIONS } from '../src/talos/health/conditions.ts'
import { ETCD_CONDITIONS } from '../src/talos/health/etcd-conditions.ts'
import { waitFor } from '../src/talos/health/wait.ts'
import type { SecretsBundle } from '../src/talos/secrets/bundle.ts'
import { bundleSecrets } from '../src/talos/secrets/bundle-secrets.ts'
import { mintTalosContext } from '../src/talos/talosconfig.ts'
import { type Clock, realClock, wait } from '../src/world/clock.ts'
import type { Dial } from '../src/world/dial.ts'
import { createRedaction } from '../src/world/redaction.ts'

/** Four machines of Talos 1.12 in maintenance mode, and their power. */
export interface FactLab {
  readonly controlPlanes: readonly [string, string, string]
  readonly worker: string
  /** An address of theirs that none has yet. */
  readonly vip: string
  readonly deadAddress: string
  readonly dial: Dial
  /** The time that passes for the machines. */
  readonly clock: Clock
  readonly kubernetesVersion: string
  readonly patch: (config: Document[]) => Document[]
  readonly secrets: (now: Date) => Promise<SecretsBundle>
  readonly powerOff: (address: string) => Promise<void>
  readonly powerOn: (address: string) => Promise<void>
  /** How often machines are looked at. */
  readonly pollMs: number
  /** Genuine ones run in containers, and have no system to upgrade. */
  readonly isGenuine: boolean
}

/** What machines do that a client has to know, met on a genuine cluster: each is a test of our client, by its number. Tells their secrets. */
export async function talosFacts(lab: FactLab): Promise<{ readonly secrets: SecretsBundle }> {
  const { controlPlanes, worker, vip, dial, clock, pollMs } = lab
  const [first, second, third] = controlPlanes
  const now = new Date()
  const bundle = await lab.secrets(now)
  const { mask } = createRedaction(bundleSecrets(bundle))
  const world = { dial, mask }
  const patience = { timeout: 600_000, interval: pollMs }
  const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-facts-'))
  const opened: TalosCluster[] = []
  afterAll(() => {
    for (const one of opened) one.close()
    rmSync(scratch, { recursive: true })
  })

  async function open(roles: readonly TalosRole[] = ['os:admin'], endpoints: readonly string[] = controlPlanes) {
    const cluster = openCluster({
      ...world,
      ...(await mintTalosContext(bundle, { name: 'lab', endpoints, roles, now })),
    })
    opened.push(cluster)
    return cluster
  }
  const cluster = await open()
  const configFor = (address: string) => {
    const role = address === worker ? 'worker' : 'controlplane'
    const { kubernetesVersion } = lab
    const endpoint = `https://${first}:6443`
    const input = { contract: '1.12', role, clusterName: 'lab', endpoint, kubernetesVersion, secrets: bundle } as const
    const shared = role === 'worker' ? [] : [document('Layer2VIPConfig', { name: vip, link: 'eth0' })]
    return printDocuments([...lab.patch(generate(input)), ...shared])
  }
  const etcdOn = async (address: string) =>
    (await listServices(cluster.node(address), { fresh: true })).find(({ id }) => id === 'etcd')
  const etcdState = (address: string) =>
    etcdOn(address).then(
      (etcd) => etcd?.state,
      () => undefined,
    )
  const short = { deadlineMs: 3000 }
  const view = (seen: TalosCluster) => ({
    controlPlanes: controlPlanes.map((address) => seen.node(address)),
    workers: [],
    hasNetwork: true,
  })
  /** By a client that has seen no machine dead, since one forgets that only slowly. */
  async function threeVoters(): Promise<void> {
    await waitFor(ETCD_CONDITIONS, view(await open()), {
      clock: realClock,
      report: () => undefined,
      pollMs: pollMs * 5,
    })
    await expect.poll(async () => (await listEtcdMembers(cluster.node(first)).catch(() => [])).length, patience).toBe(3)
  }

  test('four machines take their configs', async () => {
    for (const address of [...controlPlanes, worker]) {
      const state = await probe({ ...world, address })
      if (state.kind !== 'maintenance') throw new Error(`${address} is ${state.kind}`)
      const { node, close } = openMaintenance({ ...world, address, fingerprint: state.fingerprint })
      await retrying(clock, FIRST_APPLY_RULES, { budgetMs: 60_000 }, () =>
        applyConfig(node, configFor(address), { mode: 'auto' }),
      )
      close()
    }
    for (const address of [...controlPlanes, worker]) {
      const ask = () => fetchVersion(cluster.node(address), { fresh: true })
      expect((await retrying(clock, FIRST_MUTUAL_RULES, { budgetMs: 300_000 }, ask)).tag).toBe('v1.12.6')
    }
    for (const address of controlPlanes) await expect.poll(() => etcdState(address), patience).toBe('Preparing')
  })

  test('1: while etcd is down its calls cost their deadline, and no more', async () => {
    for (const ask of [listEtcdMembers, fetchEtcdStatus]) {
      await expect(ask(cluster.node(first), short)).rejects.toMatchObject({ code: 'talos-deadline' })
    }
    expect((await fetchVersion(cluster.node(first))).tag).toBe('v1.12.6')
  })

  test('18: a worker has no etcd and no kubeconfig, begins none, and passes nothing on', async () => {
    const node = cluster.node(worker)
    await expect(listEtcdMembers(node)).rejects.toMatchObject({ code: 'talos-not-control-plane' })
    await expect(fetchKubeconfig(node)).rejects.toMatchObject({ code: 'talos-not-control-plane' })
    // Though machines that are not ready yet give the same code, nobody waits for this one.
    await expect(retrying(clock, BOOTSTRAP_RULES, { budgetMs: 3_600_000 }, () => bootstrap(node))).rejects.toThrow(
      'bootstrap can only be performed on a control plane node',
    )
    const through = await open(['os:admin'], [worker])
    await expect(fetchVersion(through.node(first))).rejects.toMatchObject({ code: 'talos-no-forwarding' })
    const reader = await open(['os:reader'])
    await expect(reboot(reader.node(first), 'default')).rejects.toMatchObject({ code: 'talos-not-authorized' })
  })

  test('5: a snapshot that is not whole is refused here, where machines would take it and never begin again', async () => {
    const file = path.join(scratch, 'corrupt.db')
    writeFileSync(file, Buffer.alloc(4096 + 32, 7))
    await expect(uploadEtcdSnapshot(cluster.node(first), file)).rejects.toMatchObject({ code: 'etcd-snapshot' })
    await expect(etcdState(first)).resolves.toBe('Preparing')
  })

  /** How many members have no vote yet, and what such a one says, until all three have one. */
  async function watchJoining(): Promise<{ readonly mostAtOnce: number; readonly words: string }> {
    const words: string[] = []
    let mostAtOnce = 0
    let isOver = false
    const listen = async (address: string) => {
      while (!isOver) {
        const asked = listEtcdMembers(cluster.node(address), { deadlineMs: pollMs * 3 })
        await asked.catch((error: Error) => words.push(error.message))
        await wait(realClock, pollMs)
      }
    }
    const count = async () => {
      while (!isOver) {
        const all = await listEtcdMembers(cluster.node(first), short).catch(() => [])
        mostAtOnce = Math.max(mostAtOnce, all.filter(({ isLearner }) => isLearner).length)
        isOver = all.filter(({ isLearner }) => !isLearner).length === 3
        await wait(realClock, pollMs)
      }
    }
    await Promise.all([count(), listen(second), listen(third)])
    return { mostAtOnce, words: words.join('\n') }
  }
  let joining: ReturnType<typeof watchJoining> | undefined

  test('2: the call that begins etcd is answered before etcd runs, and the states it goes through are told', async () => {
    const nodes = controlPlanes.map((address) => cluster.node(address))
    expect(await bootstrapOnce(nodes, first)).toBe('started')
    joining = watchJoining()
    expect((await etcdOn(first))?.health).not.toBe('healthy')
    await expect.poll(async () => (await etcdOn(first))?.health, patience).toBe('healthy')
    const events = await collectUntil(
      cluster,
      first,
      ({ kind, payload }) => kind === 'service' && payload.service === 'etcd' && payload.health?.healthy === true,
    )
    const states = events.flatMap((one) =>
      one.kind === 'service' && one.payload.service === 'etcd' ? [one.payload] : [],
    )
    const requested = states.findIndex(({ message }) => message === 'Bootstrap requested')
    expect(states[requested]?.action).toBe(Action.FINISHED)
    const after = [...new Set(states.slice(requested).map(({ action }) => action))]
    expect(after).toEqual([Action.FINISHED, Action.STARTING, Action.WAITING, Action.PREPARING, Action.RUNNING])
  })

  test('3: the others join one at a time, first without a vote; 1: such a one says so', async () => {
    const { mostAtOnce, words } = (await joining) ?? { mostAtOnce: 0, words: '' }
    expect(mostAtOnce).toBeLessThan(2)
    // In a time that runs faster it may be over before anybody has looked.
    if (lab.isGenuine)
      expect({ mostAtOnce, words }).toMatchObject({
        mostAtOnce: 1,
        words: expect.stringContaining('rpc not supported for learner'),
      })
    await threeVoters()
  })

  test('4: every control plane is asked by itself before etcd is begun a second time', async () => {
    const nodes = controlPlanes.map((address) => cluster.node(address))
    expect(await bootstrapOnce(nodes, second)).toBe('already')
    const views = await Promise.all(nodes.map(async (node) => (await listEtcdMembers(node)).map(({ id }) => id).sort()))
    expect(new Set(views.map(String)).size).toBe(1)
  })

  test('6: a snapshot comes in small messages, the last of which is its checksum', async () => {
    const sizes: number[] = []
    for await (const { bytes } of cluster.node(second).stream(MachineService.method.etcdSnapshot, {}))
      sizes.push(bytes.length)
    expect(sizes.at(-1)).toBe(32)
    expect(new Set(sizes.slice(0, -1))).toEqual(new Set([1024]))
    const { bytes } = await saveEtcdSnapshot(cluster.node(second), path.join(scratch, 'etcd.db'))
    expect(bytes % 512).toBe(32)
  })

  test('19: a snapshot may be uploaded while etcd runs, and changes nothing there', async () => {
    await uploadEtcdSnapshot(cluster.node(second), path.join(scratch, 'etcd.db'))
    expect((await etcdOn(second))?.state).toBe('Running')
    if (!lab.isGenuine) return
    await expect(upgradeLegacy(cluster.node(worker), 'factory.talos.dev/x:v1.12.7')).rejects.toMatchObject({
      code: 'talos-not-ready',
    })
  })

  test('9: only the leader hands leadership on, and an unknown member cannot be removed', async () => {
    const { leader } = await fetchEtcdStatus(cluster.node(first))
    const all = await listEtcdMembers(cluster.node(first))
    const leading = all.findIndex(({ id }) => id === leader)
    const addressOf = (index: number) =>
      controlPlanes.find((address) => all[index]?.peerUrls.some((url) => url.includes(`//${address}:`))) ?? ''
    expect(await forfeitEtcdLeadership(cluster.node(addressOf((leading + 1) % 3)))).toBeUndefined()
    expect(await forfeitEtcdLeadership(cluster.node(addressOf(leading)))).toMatch(/./)
    await expect(removeEtcdMember(cluster.node(first), 4660n)).rejects.toMatchObject({ code: 'talos-not-found' })
  })

  test('10: a dead machine is an error of its own, and those beside it answer', async () => {
    const asked = await Promise.allSettled(
      [first, lab.deadAddress, worker].map((address) => fetchVersion(cluster.node(address), { deadlineMs: 20_000 })),
    )
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  const labelled = (address: string, label: string) =>
    configFor(address).replace('nodeLabels:', `nodeLabels:\n        talmox.test/label: ${label}`)
  const versions = async (address: string) =>
    Promise.all(
      (['active', 'persistent'] as const).map(async (which) =>
        Number((await fetchMachineConfig(cluster.node(address), which))?.version),
      ),
    )

  test('16: differences are told without the secrets around them', async () => {
    const near = configFor(first).replace(`secret: ${bundle.cluster.secret}\n`, (line) => `${line}    # near\n`)
    const changed = near.replace('clusterName: lab', 'clusterName: lab2')
    const raw = await cluster.node(first).unary(MachineService.method.applyConfiguration, {
      data: Buffer.from(changed),
      mode: 1,
      dryRun: true,
    })
    expect(raw.messages[0]?.modeDetails).toContain(bundle.cluster.secret)
    const { details } = await applyConfig(cluster.node(first), changed, { mode: 'auto', dryRun: true })
    expect(details).toContain('lab2')
    expect(details).not.toContain(bundle.cluster.secret)
    const file = 'machine:\n    files:\n        - content: hello\n          path: /var/hello\n          op: create'
    const refused = applyConfig(cluster.node(first), changed.replace('machine:', file), { mode: 'no-reboot' })
    await expect(refused).rejects.toMatchObject({
      code: 'talos-invalid',
      message: expect.stringMatching(/this config change can't be applied in immediate mode$/),
    })
  })

  test('17: a try is in force at once and taken back by itself; what is staged waits', async () => {
    const [active = 0, persistent = 0] = await versions(first)
    expect((await applyConfig(cluster.node(first), labelled(first, 'try'), { mode: 'try', tryMs: 20_000 })).mode).toBe(
      'try',
    )
    expect(await versions(first)).toEqual([active + 1, persistent])
    await expect.poll(() => versions(first), patience).toEqual([active + 2, persistent])
    expect((await fetchMachineConfig(cluster.node(first), 'active'))?.text).toBe(configFor(first))
    await applyConfig(cluster.node(first), labelled(first, 'staged'), { mode: 'staged' })
    expect(await versions(first)).toEqual([active + 2, persistent + 1])
    await applyConfig(cluster.node(first), configFor(first), { mode: 'no-reboot' })
  })

  const atReboot: TalosEvent[] = []

  test('11: at a reboot the stream of events ends in good order, and whoever watches resources is told', async () => {
    const node = cluster.node(second)
    const watching = (async () => {
      for await (const _ of watchResources(node, hostname, { id: 'hostname' })) void _
    })()
    const told = expect(watching).rejects.toMatchObject({
      code: expect.stringMatching(/^talos-(unavailable|connection-lost)$/),
    })
    const listening = (async () => {
      for await (const event of watchEvents(node, { past: 'all' })) atReboot.push(event)
    })()
    await expect.poll(() => reboot(node, 'default').catch(() => undefined), patience).toBeDefined()
    await listening
    await told
    await threeVoters()
  })

  test('12: the reboot was told phase by phase, and the machine says that it is ready until the end', () => {
    expect(atReboot.some((one) => one.kind === 'sequence' && one.payload.sequence === 'reboot')).toBe(true)
    const phases = atReboot.flatMap((one) => (one.kind === 'phase' ? [one.payload.phase] : []))
    expect(phases).toContain('cleanup')
    expect(stagesOf(atReboot)).toContainEqual([Stage.REBOOTING, true])
  })

  test('8: who leaves etcd loses its data, and comes back with the next boot', async () => {
    await leaveEtcd(cluster.node(third))
    await expect.poll(() => etcdState(third), patience).toBe('Finished')
    // Where the leader left, the others elect one first.
    const left = async () => (await listEtcdMembers(cluster.node(first)).catch(() => [])).length
    await expect.poll(left, patience).toBe(2)
    await expect(listEtcdMembers(cluster.node(third), short)).rejects.toMatchObject({ code: 'talos-deadline' })
  })

  test('5: a recovery without a snapshot is taken, and fails afterwards with the reason', async () => {
    expect(await bootstrap(cluster.node(third), { recover: true })).toBe('started')
    await expect.poll(() => etcdState(third), patience).toBe('Failed')
    expect((await etcdOn(third))?.message).toContain('error verifying snapshot')
    await reboot(cluster.node(third), 'default')
    await threeVoters()
  })

  test('7: without quorum status is told and nothing else, a snapshot can still be taken', async () => {
    await lab.powerOff(second)
    await lab.powerOff(third)
    const node = (await open(['os:admin'], [first])).node(first)
    const status = () => fetchEtcdStatus(node, short).catch(() => undefined)
    await expect.poll(async () => (await status())?.errors.join(), patience).toContain('etcdserver: no leader')
    expect((await status())?.leader).toBeUndefined()
    const lost = { code: 'talos-etcd-not-ready' }
    await expect(listEtcdMembers(node, { deadlineMs: 30_000 })).rejects.toMatchObject(lost)
    await expect(forfeitEtcdLeadership(node, { deadlineMs: 30_000 })).rejects.toMatchObject(lost)
    await expect(removeEtcdMember(node, 4660n, { deadlineMs: 30_000 })).rejects.toMatchObject(lost)
    const saved = await saveEtcdSnapshot(node, path.join(scratch, 'without-quorum.db'))
    expect(saved.bytes % 512).toBe(32)
    await lab.powerOn(second)
    await lab.powerOn(third)
    await threeVoters()
  })

  const memberAddresses = async (of = first) =>
    new Map((await listResources(cluster.node(of), members)).map(({ spec }) => [spec.hostname, spec.addresses]))
  const holds = async (address: string) =>
    (
      await getResource(cluster.node(address), nodeAddresses, 'current', { fresh: true }).catch(() => undefined)
    )?.spec.addresses.some((one) => one.startsWith(`${vip}/`)) ?? false
  const holder = async (among: readonly string[]) => {
    for (const address of among) if (await holds(address)) return address
    return undefined
  }

  test('15: the shared address is listed with its holder, and goes to another when that loses its power', async () => {
    await expect.poll(() => holder(controlPlanes), patience).toBeDefined()
    const held = (await holder(controlPlanes)) ?? ''
    const others = controlPlanes.filter((address) => address !== held)
    const [other = ''] = others
    const isListed = async () =>
      [...(await memberAddresses(other)).values()].filter((list) => list.includes(vip)).length
    await expect.poll(isListed, patience).toBe(1)
    await lab.powerOff(held)
    await expect.poll(() => holder(others), patience).toBeDefined()
    // Calls never go by it: whoever calls names machines.
    expect((await fetchVersion(cluster.node(other))).tag).toBe('v1.12.6')
    await lab.powerOn(held)
    await threeVoters()
  })

  test('14: a machine that lost its power is still listed, one that was reset is not', async () => {
    const isListed = async () => (await memberAddresses()).has('w1')
    await expect.poll(isListed, patience).toBe(true)
    await lab.powerOff(worker)
    expect(await isListed()).toBe(true)
    await lab.powerOn(worker)
    const seen = await open()
    await expect
      .poll(
        () =>
          fetchVersion(seen.node(worker), { fresh: true }).then(
            () => true,
            () => false,
          ),
        patience,
      )
      .toBe(true)
    await reset(seen.node(worker), { graceful: false, reboot: true, wipe: 'system-disk' })
    await expect.poll(isListed, patience).toBe(false)
  })

  test('13: a machine is BOOTING, then RUNNING and at last ready, which says nothing of its pods', async () => {
    const stages = stagesOf(await collectUntil(cluster, second, isRunning)).map(([stage]) => stage)
    const running = stages.indexOf(Stage.RUNNING)
    expect(stages.slice(0, running)).toContain(Stage.BOOTING)
    expect(new Set(stages.slice(running))).toEqual(new Set([Stage.RUNNING]))
    const names = CONDITIONS.map(({ name }) => name)
    expect(names.indexOf('booted')).toBeLessThan(names.indexOf('control-plane-running'))
  })

  return { secrets: bundle }
}

const isRunning = (one: TalosEvent): boolean =>
  one.kind === 'machine' && one.payload.stage === Stage.RUNNING && one.payload.status?.ready === true

const stagesOf = (events: readonly TalosEvent[]): (readonly [Stage, boolean])[] =>
  events.flatMap((one) =>
    one.kind === 'machine' ? [[one.payload.stage, one.payload.status?.ready === true] as const] : [],
  )

/** All that a machine remembers to have told, up to something that it will tell. */
async function collectUntil(cluster: TalosCluster, address: string, isLast: (event: TalosEvent) => boolean) {
  const heard: TalosEvent[] = []
  for await (const event of watchEvents(cluster.node(address), { past: 'all' })) {
    heard.push(event)
    if (isLast(event)) break
  }
  return heard
}
