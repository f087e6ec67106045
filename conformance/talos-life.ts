import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { applyConfig } from '../src/talos/api/apply.ts'
import { bootstrap } from '../src/talos/api/bootstrap.ts'
import { bootstrapOnce } from '../src/talos/api/bootstrap-once.ts'
import { openCluster, type TalosCluster } from '../src/talos/api/cluster.ts'
import { forfeitEtcdLeadership, formatMemberId, listEtcdMembers } from '../src/talos/api/etcd-members.ts'
import { saveEtcdSnapshot } from '../src/talos/api/etcd-snapshot.ts'
import { fetchEtcdStatus, listEtcdAlarms } from '../src/talos/api/etcd-status.ts'
import { watchEvents } from '../src/talos/api/events.ts'
import { fetchKubeconfig } from '../src/talos/api/kubeconfig.ts'
import { readBootId, readServiceLog } from '../src/talos/api/logs.ts'
import { openMaintenance } from '../src/talos/api/maintenance.ts'
import type { TalosNode } from '../src/talos/api/node.ts'
import { reboot } from '../src/talos/api/power.ts'
import { probe } from '../src/talos/api/probe.ts'
import { retrying } from '../src/talos/api/retry.ts'
import { BOOTSTRAP_RULES, FIRST_APPLY_RULES, FIRST_MUTUAL_RULES } from '../src/talos/api/retry-rules.ts'
import { listServices } from '../src/talos/api/services.ts'
import { fetchVersion } from '../src/talos/api/version.ts'
import type { TalosRole } from '../src/talos/certificates/roles.ts'
import { generate } from '../src/talos/config/generate.ts'
import { etcdMember, hostname, members, version } from '../src/talos/cosi/kinds.ts'
import { fetchMachineConfig } from '../src/talos/cosi/machine-config.ts'
import { getSingle, listResources } from '../src/talos/cosi/read.ts'
import { watchResources } from '../src/talos/cosi/watch.ts'
import { printDocuments } from '../src/talos/document/print.ts'
import type { Document } from '../src/talos/document/value.ts'
import { CONDITIONS } from '../src/talos/health/conditions.ts'
import { ETCD_CONDITIONS } from '../src/talos/health/etcd-conditions.ts'
import { waitFor } from '../src/talos/health/wait.ts'
import type { SecretsBundle } from '../src/talos/secrets/bundle.ts'
import { bundleSecrets } from '../src/talos/secrets/bundle-secrets.ts'
import { mintTalosContext } from '../src/talos/talosconfig.ts'
import { type Clock, realClock, wait } from '../src/world/clock.ts'
import type { Dial } from '../src/world/dial.ts'
import { createRedaction } from '../src/world/redaction.ts'

/** Three machines in maintenance mode, and how they are reached. */
export interface Machines {
  readonly addresses: readonly string[]
  /** An address that nobody has. */
  readonly deadAddress: string
  readonly dial: Dial
  /** The time that passes for the machines. */
  readonly clock: Clock
  readonly kubernetesVersion: string
  readonly platform: string
  /** Adds what this kind of machine needs, such as where its images are. */
  readonly patch: (config: Document[]) => Document[]
  /** Makes the secrets of a cluster. */
  readonly secrets: (now: Date) => Promise<SecretsBundle>
  /** How long a silent stream is listened to. */
  readonly silenceMs: number
  /** What a client of another authority is told; a server of Node closes the connection without a word. */
  readonly strangerCode: 'talos-client-refused' | 'talos-connection-lost'
}

/** The life of three machines of Talos 1.12, genuine or simulated, as our client sees it: each test is a step. Tells their secrets. */
export async function talosLife(machines: Machines): Promise<{ readonly secrets: SecretsBundle }> {
  const { addresses, deadAddress, dial, clock, kubernetesVersion, platform, patch, secrets, silenceMs, strangerCode } =
    machines
  const [first = '', second = '', third = ''] = addresses

  const now = new Date()
  const bundle = await secrets(now)
  const config = printDocuments(
    patch(
      generate({
        contract: '1.12',
        role: 'controlplane',
        clusterName: 'lab',
        endpoint: `https://${first}:6443`,
        kubernetesVersion,
        secrets: bundle,
      }),
    ),
  )
  const { mask } = createRedaction(bundleSecrets(bundle))
  const world = { dial, mask }
  const minutes = (count: number) => ({ budgetMs: count * 60_000 })

  async function open(bundleOf = bundle, roles: readonly TalosRole[] = ['os:admin'], endpoints = addresses) {
    const context = await mintTalosContext(bundleOf, { name: 'lab', endpoints, roles, now })
    const cluster = openCluster({ ...world, ...context })
    opened.push(cluster)
    return cluster
  }

  const opened: TalosCluster[] = []
  const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-conformance-'))
  afterAll(() => {
    for (const cluster of opened) cluster.close()
    rmSync(scratch, { recursive: true })
  })

  const cluster = await open()
  const fingerprints = new Map<string, string>()

  describe('in maintenance mode', () => {
    test.each(addresses)('%s is found waiting for its config', async (address) => {
      const state = await probe({
        ...world,
        address,
        credentials: await mintTalosContext(bundle, { name: '', endpoints: [], now }),
      })
      expect(state).toEqual({ kind: 'maintenance', fingerprint: expect.stringMatching(/^[\w+/]{43}=$/) })
      if (state.kind === 'maintenance') fingerprints.set(address, state.fingerprint)
    })

    const withMaintenance = async <T>(fingerprint: string | undefined, use: Parameters<typeof inMaintenance<T>>[2]) =>
      inMaintenance(first, fingerprint ?? '', use)

    test('its version is a resource, while the version call says where it is', async () => {
      await withMaintenance(fingerprints.get(first), async (node) => {
        expect(await getSingle(node, version)).toEqual({ version: 'v1.12.6' })
        await expect(fetchVersion(node)).rejects.toMatchObject({ code: 'talos-maintenance' })
      })
    })

    test('a machine with another fingerprint gets nothing', async () => {
      await withMaintenance(fingerprints.get(second), async (node) => {
        await expect(getSingle(node, version)).rejects.toMatchObject({ code: 'talos-fingerprint' })
      })
    })

    test('calling it as a member of the cluster says that the certificate is not ours', async () => {
      const asked = fetchVersion(cluster.node(first), { fresh: true })
      await expect(asked).rejects.toMatchObject({ code: 'talos-wrong-authority' })
    })

    test('a config with an unknown key is refused with the key, and without secrets', async () => {
      await withMaintenance(fingerprints.get(first), async (node) => {
        const applied = applyConfig(node, config.replace('machine:', 'machine:\n    nosuchkey: 1'), { mode: 'auto' })
        await expect(applied).rejects.toMatchObject({
          code: 'talos-invalid',
          message: expect.stringContaining('nosuchkey'),
        })
        await expect(applied).rejects.not.toThrow(bundle.cluster.secret)
      })
    })

    test('a dry run changes nothing', async () => {
      await withMaintenance(fingerprints.get(first), async (node) => {
        const { details } = await applyConfig(node, config, { mode: 'auto', dryRun: true })
        expect(details).toContain('maintenance mode')
        expect(await getSingle(node, version)).toBeDefined()
      })
    })

    test.each(addresses)('%s takes its config', async (address) => {
      await inMaintenance(address, fingerprints.get(address) ?? '', async (node) => {
        await retrying(clock, FIRST_APPLY_RULES, minutes(1), () => applyConfig(node, config, { mode: 'auto' }))
      })
    })
  })

  describe('configured', () => {
    test.each(addresses)('%s answers with a certificate of the cluster', async (address) => {
      const ask = () => fetchVersion(cluster.node(address), { fresh: true })
      const answer = await retrying(clock, FIRST_MUTUAL_RULES, minutes(3), ask)
      expect(answer).toMatchObject({ tag: 'v1.12.6', platform, rolesEnforced: true })
    })

    test('a probe with our secrets finds it ours, with others foreign, and tells its name', async () => {
      const credentials = await mintTalosContext(bundle, { name: '', endpoints: [], now })
      expect(await probe({ ...world, address: first, credentials })).toEqual({ kind: 'ours', version: 'v1.12.6' })
      const others = await mintTalosContext(await secrets(now), { name: '', endpoints: [], now })
      const state = await probe({ ...world, address: first, credentials: others })
      expect(state).toMatchObject({ kind: 'foreign', certificate: { commonName: 'cp1' } })
      expect(await probe({ ...world, address: first })).toMatchObject({ kind: 'foreign' })
    })

    test('a client certificate of another authority is refused, and that is what is said', async () => {
      const strange = await secrets(now)
      const { client } = await mintTalosContext(strange, { name: '', endpoints: [], now })
      const stranger = openCluster({ ...world, endpoints: [first], ca: bundle.authorities.os.crt, client })
      opened.push(stranger)
      await expect(fetchVersion(stranger.node(first))).rejects.toMatchObject({ code: strangerCode })
    })

    test('a reader may read, but not reboot', async () => {
      const reader = await open(bundle, ['os:reader'])
      expect((await fetchVersion(reader.node(first))).tag).toBe('v1.12.6')
      await expect(reboot(reader.node(first), 'default')).rejects.toMatchObject({ code: 'talos-not-authorized' })
      await expect(fetchMachineConfig(reader.node(first), 'active')).rejects.toMatchObject({
        code: 'talos-not-authorized',
      })
    })

    test('a control plane passes calls on, and a dead endpoint is passed over', async () => {
      const through = await open(bundle, ['os:admin'], [deadAddress, second])
      expect(await getSingle(through.node(third), hostname)).toEqual({ hostname: 'cp3', domainname: '' })
    })

    test('the config it holds is what was applied, byte for byte', async () => {
      const held = await fetchMachineConfig(cluster.node(first), 'active')
      expect(held?.text).toBe(config)
    })

    test('a change that needs no reboot is shown without secrets', async () => {
      const changed = config
        .replace('cluster:\n', 'cluster:\n    # a comment\n')
        .replace('nodeLabels:', 'nodeLabels:\n        talmox.test/label: one')
      const { details } = await applyConfig(cluster.node(first), changed, { mode: 'auto', dryRun: true })
      expect(details).toContain('talmox.test/label')
      expect(details).not.toContain(bundle.cluster.secret)
    })

    test('a silent etcd costs its deadline, and does not make the machine look dead', async () => {
      const asked = listEtcdMembers(cluster.node(first), { deadlineMs: 3000 })
      await expect(asked).rejects.toMatchObject({ code: 'talos-deadline' })
      expect((await fetchVersion(cluster.node(first))).tag).toBe('v1.12.6')
    })
  })

  describe('bootstrapped', () => {
    test('exactly once; a second time nothing happens', async () => {
      const nodes = addresses.map((address) => cluster.node(address))
      const once = () => bootstrapOnce(nodes, first)
      const begin = () => bootstrap(cluster.node(first), { fresh: true })
      expect(await retrying(clock, BOOTSTRAP_RULES, minutes(5), once)).toBe('started')
      // Until etcd has written its first data the machine would take the call again.
      await expect.poll(() => etcdOn(first), { timeout: 120_000, interval: 500 }).toMatchObject({ health: 'healthy' })
      expect(await begin()).toBe('already')
      expect(await once()).toBe('already')
    })

    test('three voters, and every control plane says so by itself', async () => {
      const nodes = addresses.map((address) => cluster.node(address))
      const view = { controlPlanes: nodes, workers: [], hasNetwork: true }
      await waitFor(ETCD_CONDITIONS, view, { clock, report: told, pollMs: 2000 })
      for (const node of nodes) {
        const found = await listEtcdMembers(node)
        expect(found.map((one) => [one.hostname, one.isLearner]).sort()).toEqual([
          ['cp1', false],
          ['cp2', false],
          ['cp3', false],
        ])
      }
    })

    test('etcd tells its status, its own id and no alarm', async () => {
      const status = await fetchEtcdStatus(cluster.node(second))
      expect(status.leader).toBeDefined()
      expect(await getSingle(cluster.node(second), etcdMember)).toEqual({ memberID: formatMemberId(status.memberId) })
      expect(await listEtcdAlarms(cluster.node(second))).toEqual([])
    })

    test('leadership is handed on', async () => {
      const { leader } = await fetchEtcdStatus(cluster.node(first))
      const all = await listEtcdMembers(cluster.node(first))
      const index = Number(all.find(({ id }) => id === leader)?.hostname.replace('cp', ''))
      expect(await forfeitEtcdLeadership(cluster.node(addresses[index - 1] ?? ''))).toMatch(/^[0-9a-f]+$|^cp\d$/)
    })

    test('a snapshot is whole', async () => {
      const saved = await saveEtcdSnapshot(cluster.node(third), path.join(scratch, 'etcd.db'))
      expect(saved.bytes % 512).toBe(32)
    })

    test('events, resources and logs can be followed', async () => {
      const services = new Set<string>()
      for await (const event of watchEvents(cluster.node(first), { past: 'all' })) {
        if (event.kind === 'service') services.add(event.payload.service)
        if (services.has('etcd') && services.has('apid')) break
      }
      const hostnames: string[] = []
      for await (const change of watchResources(cluster.node(first), members)) {
        if (change.change === 'complete') break
        if (change.change === 'created') hostnames.push(change.resource.spec.hostname)
      }
      expect(hostnames.sort()).toEqual(['cp1', 'cp2', 'cp3'])
      const lines: string[] = []
      for await (const line of readServiceLog(cluster.node(first), 'etcd', { lines: 5 })) lines.push(line)
      expect(lines.length).toBeGreaterThan(0)
    })

    test('a stream that is silent for long stays open under our pings', async () => {
      const stop = new AbortController()
      const stopped = new Error('heard nothing, as it should be')
      const changes: string[] = []
      const listen = async () => {
        const options = { id: 'hostname', signal: stop.signal }
        for await (const { change } of watchResources(cluster.node(second), hostname, options)) changes.push(change)
      }
      const pause = wait(realClock, silenceMs).then(() => stop.abort(stopped))
      await expect(listen()).rejects.toBe(stopped)
      await pause
      expect(changes).toEqual(['created'])
    })

    test('the kubeconfig is for this cluster', async () => {
      const kubeconfig = parse(await fetchKubeconfig(cluster.node(first)))
      expect(kubeconfig.clusters[0].cluster.server).toBe(`https://${first}:6443`)
    })

    test('every condition of a healthy cluster comes true', async () => {
      const nodes = addresses.map((address) => cluster.node(address))
      const view = { controlPlanes: nodes, workers: [], hasNetwork: true }
      await waitFor(CONDITIONS, view, { clock, report: told, pollMs: 2000 })
    })
  })

  describe('rebooted', () => {
    test('a machine tells that it goes down, and comes back with another boot id', async () => {
      const node = cluster.node(third)
      const before = await readBootId(node)
      const goingDown = startOf('reboot', node)
      const actor = await reboot(node, 'default')
      expect(await goingDown).toBe(actor)
      const bootId = () => readBootId(node, { fresh: true }).catch(() => before)
      await expect.poll(bootId, { timeout: 120_000, interval: 1000 }).not.toBe(before)
      const view = { controlPlanes: addresses.map((address) => cluster.node(address)), workers: [], hasNetwork: true }
      await waitFor(ETCD_CONDITIONS, view, { clock, report: told, pollMs: 2000 })
      expect((await listResources(node, members)).length).toBe(3)
    })
  })

  return { secrets: bundle }

  async function inMaintenance<T>(
    address: string,
    fingerprint: string,
    use: (node: TalosNode) => Promise<T>,
  ): Promise<T> {
    const { node, close } = openMaintenance({ ...world, address, fingerprint })
    try {
      return await use(node)
    } finally {
      close()
    }
  }

  /** Who started a sequence, as the machine tells it. */
  async function startOf(sequence: string, node: TalosNode): Promise<string | undefined> {
    for await (const event of watchEvents(node, { past: 'all' })) {
      if (event.kind === 'sequence' && event.payload.sequence === sequence) return event.actorId
    }
    return undefined
  }

  async function etcdOn(address: string) {
    return (await listServices(cluster.node(address))).find(({ id }) => id === 'etcd')
  }

  function told({ condition, outcome, elapsedMs }: Parameters<Parameters<typeof waitFor>[2]['report']>[0]): void {
    const how = outcome.kind === 'ok' ? 'yes' : `${outcome.kind}: ${outcome.reason}`
    console.log(`${(elapsedMs / 1000).toFixed(1)} s ${condition.sentence}: ${how}`)
  }
}
