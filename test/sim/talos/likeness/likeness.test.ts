import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { applyConfig } from '../../../../src/talos/api/apply.ts'
import { bootstrap } from '../../../../src/talos/api/bootstrap.ts'
import { listEtcdMembers } from '../../../../src/talos/api/etcd-members.ts'
import { saveEtcdSnapshot, uploadEtcdSnapshot } from '../../../../src/talos/api/etcd-snapshot.ts'
import { fetchEtcdStatus } from '../../../../src/talos/api/etcd-status.ts'
import { openMaintenance } from '../../../../src/talos/api/maintenance.ts'
import { reset } from '../../../../src/talos/api/power.ts'
import { probe } from '../../../../src/talos/api/probe.ts'
import { listServices } from '../../../../src/talos/api/services.ts'
import { State } from '../../../../src/talos/gen/cosi/state_pb.ts'
import { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { hasSharedData, root } from '../../../shared-data.ts'
import { judge } from './compare.ts'
import { KNOWN } from './differences.ts'
import { stagesOf, stepsOf, type Told, wordsOf } from './events.ts'
import { followEvents } from './follow-events.ts'
import { controlPlanes, first, NAMES, openRecordedLab, second, third, worker } from './recorded-lab.ts'
import { recordedCalls, recordedEvents, recordedOutput, recordedRefusal, recordedResources } from './recordings.ts'
import { compareResources } from './resources.ts'
import { type Shape, shapeOf } from './shape.ts'
import {
  listsOf,
  recordedAddresses,
  recordedEventsOf,
  recordedRows,
  simulatedAddresses,
  simulatedEventsOf,
} from './trouble.ts'
import { plainWords } from './words.ts'

const isThere = hasSharedData('talos/genuine-cluster')
const lab = await openRecordedLab()
const {
  world,
  cluster,
  configFor,
  config,
  compare,
  comparisons,
  open,
  machineAt,
  guests,
  boot,
  stage,
  etcdOn,
  sendAgain,
} = lab
const patience = { timeout: 60_000, interval: 50 }
const { method } = MachineService
afterAll(lab.close)

const isSequenceEnd = (event: Told): boolean => event.kind === 'stage' && event.line === 'RUNNING ready'

describe.skipIf(!isThere)('simulated machines live as the recorded ones did', () => {
  test('without a config they refuse what genuine ones refuse', async () => {
    for (const address of [...controlPlanes, worker]) boot(address)
    const kinds = () =>
      Promise.all([...controlPlanes, worker].map(async (address) => (await probe({ ...world, address })).kind))
    await expect.poll(kinds, patience).toEqual(Array(4).fill('maintenance'))
    for (const address of [...controlPlanes, worker]) {
      const state = await probe({ ...world, address })
      const fingerprint = state.kind === 'maintenance' ? state.fingerprint : ''
      const { node, close } = openMaintenance({ ...world, address, fingerprint })
      if (address === worker) {
        const refused = await node.unary(method.version, {}).catch((error: Error) => error.message)
        const wanted = recordedRefusal('ops/worker-maintenance.txt', 'talosctl version')
        compare(
          'refusals: version of a machine without a config',
          wanted?.replace(/^\w+: /, ''),
          String(refused).replace(/^.*?: /, ''),
        )
      }
      await applyConfig(node, address === worker ? configFor('worker') : config, { mode: 'auto' })
      close()
    }
    await expect.poll(async () => (await etcdOn(first))?.state, patience).toBe('Preparing')
  }, 120_000)

  test('before etcd has begun, nothing that asks for it is answered', async () => {
    const asker = await open()
    const silent = [
      ['members', method.etcdMemberList],
      ['status', method.etcdStatus],
      ['snapshot', method.etcdSnapshot],
      ['alarm list', method.etcdAlarmList],
      ['leave', method.etcdLeaveCluster],
      ['forfeit-leadership', method.etcdForfeitLeadership],
      ['remove-member 1234', method.etcdRemoveMemberByID],
      ['defrag', method.etcdDefragment],
    ] as const
    for (const [command, call] of silent) {
      const { code } = await asker.ask(first, call, {}, 200)
      compare(`answers: etcd ${command} before the bootstrap`, 'never', code === 4 ? 'never' : `code ${code}`)
    }
  })

  test('the boot is told in the same words', async () => {
    expect(await bootstrap(cluster.node(first))).toBe('started')
    await expect.poll(lab.bringNetwork, patience).toBe(true)
    await expect.poll(() => stage(first), patience).toBe('running true')
    const genuine = recordedEvents('k8s/events-cp1-all-since-boot.jsonl')
    const simulated = await followEvents(cluster.node(first), 'all', isSequenceEnd)
    for (const sequence of ['initialize', 'install', 'boot'])
      compare(`events: the steps of ${sequence}`, stepsOf(genuine, sequence), stepsOf(simulated, sequence))
    for (const service of ['containerd', 'machined', 'apid', 'cri', 'trustd', 'etcd', 'kubelet'])
      compare(`events: the words of ${service} at boot`, wordsOf(genuine, service), wordsOf(simulated, service))
    compare('events: the stages of a boot', [...new Set(stagesOf(genuine))], [...new Set(stagesOf(simulated))])
  }, 120_000)

  test('once all run, they have the same resources', async () => {
    for (const address of [...controlPlanes, worker])
      await expect.poll(() => stage(address), patience).toBe('running true')
    for (const [machine, address] of [
      ['11', first],
      ['14', worker],
    ] as const) {
      for (const [name, resources] of recordedResources(machine)) {
        comparisons.push(...compareResources(`${name} of ${NAMES[address]}`, resources, machineAt(address)))
      }
    }
  }, 120_000)

  test('calls to etcd are answered alike', async () => {
    const asker = await open()
    await sendAgain('etcd/11-healthy-rpc.jsonl', asker)
    await sendAgain('etcd/21-remove-errors.txt', asker)
    const forfeits = recordedCalls('etcd/20-forfeit.txt').map(({ answers }) => shapeOf(answers))
    const leader = (await fetchEtcdStatus(cluster.node(first))).leader
    const members = await listEtcdMembers(cluster.node(first))
    const isLeader = (address: string) => members.find(({ id }) => id === leader)?.hostname === NAMES[address]
    const own: Shape[] = []
    for (const address of [...controlPlanes].sort((a, b) => Number(isLeader(a)) - Number(isLeader(b))))
      own.push(shapeOf((await asker.ask(address, method.etcdForfeitLeadership)).answers))
    compare('answers: one of three has a leadership to forfeit', inAnyOrder(forfeits), inAnyOrder(own))
    compare(
      'refusals: removal of an unknown member',
      recordedRefusal('etcd/21-remove-errors.txt', 'talosctl etcd remove-member 1234'),
      await asker.refusal(first, method.etcdRemoveMemberByID, { member_id: '4660' }),
    )
  })

  test('readers are refused the same', async () => {
    const reader = await open(first, ['os:reader'])
    const resource = (type: string, namespace: string) => ({ type, namespace })
    const cases = [
      ['get machineconfig', State.method.list, resource('MachineConfigs.config.talos.dev', 'config')],
      ['get members', State.method.list, resource('Members.cluster.talos.dev', 'cluster')],
      ['etcd members', method.etcdMemberList, {}],
      ['etcd snapshot', method.etcdSnapshot, {}],
      ['reboot', method.reboot, {}],
      ['services', method.serviceList, {}],
      ['read', method.read, { path: '/etc/hostname' }],
      ['kubeconfig', method.kubeconfig, {}],
      ['apply-config', method.applyConfiguration, { dry_run: true }],
      ['bootstrap', method.bootstrap, {}],
      ['get osrootsecrets', State.method.list, resource('OSRootSecrets.secrets.talos.dev', 'secrets')],
      ['reset', method.reset, {}],
    ] as const
    for (const [command, call, body] of cases) {
      const wanted = recordedRefusal('ops/rbac-reader.txt', `(os:reader) talosctl ${command}`) ?? ''
      compare(`refusals: ${command} by a reader`, wanted, await reader.refusal(first, call, body))
    }
  })

  test('workers refuse the same', async () => {
    const asker = await open()
    const direct = await open(worker)
    const refused = (command: string) => recordedRefusal('ops/worker.txt', `talosctl ${command}`)
    const cases = [
      ['bootstrap -n', method.bootstrap],
      ['etcd members', method.etcdMemberList],
      ['etcd status', method.etcdStatus],
      ['kubeconfig', method.kubeconfig],
    ] as const
    for (const [command, call] of cases)
      compare(
        `refusals: ${command.replace(' -n', '')} on a worker`,
        refused(command),
        await asker.refusal(worker, call),
      )
    const passedOn = await direct.refusal(first, method.version)
    compare('refusals: a call that a worker is to pass on', refused('version -e 10.55.0.14 -n 10.55.0.11'), passedOn)
    await sendAgain('ops/worker.txt', asker)
  })

  test('configs are judged in the same words', async () => {
    const asker = await open()
    const apply = async (text: string, more: object) => {
      const body = { data: Buffer.from(text).toString('base64'), ...more }
      return asker.ask(third, method.applyConfiguration, body)
    }
    const file = 'ops/apply-config.txt'
    const label = config.replace('nodeLabels:', 'nodeLabels:\n        talmox.test/label: one')
    const files = config.replace(
      'machine:',
      'machine:\n    files:\n        - content: hello\n          permissions: 0o644\n          path: /var/etc/hello\n          op: create',
    )
    const refusals = [
      ['an unknown key', '/tmp/cfg-bad.yaml', config.replace('machine:', 'machine:\n    nosuchkey: 1'), 'AUTO'],
      [
        'a Kubernetes that is too new',
        '/tmp/cfg-k8s.yaml',
        config.replace('kubelet:v1.35.4', 'kubelet:v1.99.0'),
        'AUTO',
      ],
      [
        'a change of the kind of machine',
        '/tmp/cfg-type.yaml',
        config.replace('type: controlplane', 'type: worker'),
        'AUTO',
      ],
    ] as const
    for (const [what, name, text, mode] of refusals) {
      const { code, text: words } = await apply(text, { mode })
      compare(
        `refusals: a config with ${what}`,
        recordedRefusal(file, `talosctl apply-config -f ${name}`),
        code === 3 ? `InvalidArgument: ${words}` : `code ${code}: ${words}`,
      )
    }
    const { text: immediate } = await apply(files, { mode: 'NO_REBOOT' })
    const wanted =
      recordedRefusal(file, 'talosctl apply-config -f /tmp/cfg-files.yaml -n 10.55.0.13 -m no-reboot') ?? ''
    compare(
      'refusals: a change that needs a reboot',
      firstLine(wanted.replace('InvalidArgument: ', '')),
      firstLine(immediate),
    )
    const outcomes = [
      ['no change, dry', './run/controlplane.yaml -n 10.55.0.13 --dry-run', config, { mode: 'AUTO', dry_run: true }],
      ['no change', './run/controlplane.yaml -n 10.55.0.13\n', config, { mode: 'AUTO' }],
      ['a label, dry', '/tmp/cfg-label.yaml -n 10.55.0.13 --dry-run', label, { mode: 'AUTO', dry_run: true }],
      ['a label', '/tmp/cfg-label.yaml -n 10.55.0.13 -m no-reboot', label, { mode: 'NO_REBOOT' }],
      ['a file, dry', '/tmp/cfg-files.yaml -n 10.55.0.13 --dry-run', files, { mode: 'AUTO', dry_run: true }],
      ['a trial', './run/controlplane.yaml -n 10.55.0.13 -m try', config, { mode: 'TRY', try_mode_timeout: '5s' }],
      ['a config for later', '/tmp/cfg-label.yaml -n 10.55.0.13 -m staged', label, { mode: 'STAGED' }],
    ] as const
    for (const [what, command, text, options] of outcomes) {
      const { answers } = await apply(text, options)
      const genuine = recordedOutput(file, `talosctl apply-config -f ${command}`)
      compare(`answers: words about ${what}`, withoutDiff(genuine), withoutDiff(detailsOf(answers)))
    }
    await apply(config, { mode: 'NO_REBOOT' })
  })

  test('a shared address has one holder, and another one when that is lost', async () => {
    const vip = `\n---\napiVersion: v1alpha1\nkind: Layer2VIPConfig\nname: 10.55.0.50\nlink: eth0\n`
    const asker = await open(second)
    for (const address of controlPlanes) {
      const body = { data: Buffer.from(config + vip).toString('base64'), mode: 'NO_REBOOT' }
      const { answers } = await asker.ask(address, method.applyConfiguration, body)
      const said = recordedOutput('ops/vip.txt', `talosctl patch mc -n ${address}`).split('\n').at(-1)
      compare(`answers: words about a shared address on ${NAMES[address]}`, said, detailsOf(answers))
    }
    const held = (addresses: readonly string[]) =>
      addresses.flatMap((address) => simulatedAddresses(address, machineAt(address)))
    await expect.poll(() => held(controlPlanes).join(), patience).toContain('10.55.0.50')
    compare(
      'resources: the addresses of machines that share one',
      recordedAddresses('ops/vip.txt', 'talosctl get addresses'),
      held(controlPlanes),
    )
    const lists = recordedRows('ops/vip.txt', 'talosctl get nodeaddresses')
    compare(
      'resources: lists of the addresses of a holder',
      Object.fromEntries(lists.map(({ ID, ADDRESSES }) => [ID, ADDRESSES])),
      listsOf(machineAt(first), 'NodeAddresses.net.talos.dev'),
    )
    const membersOf = (file: string, command: string) =>
      Object.fromEntries(recordedRows(file, command).map(({ ID, ADDRESSES }) => [ID, ADDRESSES]))
    const members = (address: string) => listsOf(machineAt(address), 'Members.cluster.talos.dev')
    compare(
      'resources: members with a shared address',
      membersOf('ops/vip.txt', 'talosctl get members'),
      members(first),
    )
    guests.get(first)?.powerOff()
    const others = [second, third]
    await expect.poll(() => held(others).join(), patience).toContain('10.55.0.50')
    const after = 'ops/vip-failover.txt'
    compare(
      'resources: one of the others has the address of a lost holder',
      recordedAddresses(after, 'talosctl get addresses').length,
      held(others).length,
    )
    compare(
      'resources: members after the holder is lost',
      Object.values(membersOf(after, 'talosctl get members')).filter((list) => String(list).includes('10.55.0.50'))
        .length,
      Object.values(members(second)).filter((list) => list.includes('10.55.0.50')).length,
    )
    boot(first)
    for (const address of controlPlanes) {
      await expect.poll(() => stage(address), patience).toBe('running true')
      await expect.poll(async () => (await etcdOn(address))?.health, patience).toBe('healthy')
      await applyConfig(cluster.node(address), config, { mode: 'no-reboot' })
    }
  }, 120_000)

  test('a reboot for a config is told in the same order', async () => {
    const genuine = recordedEvents('ops/apply-auto-reboot-events.jsonl')
    await expect.poll(() => stage(third), patience).toBe('running true')
    const heard = followEvents(cluster.node(third), 0)
    const files = config.replace(
      'machine:',
      'machine:\n    files:\n        - content: hello\n          path: /var/etc/hello\n          op: create',
    )
    // The stream greets before it tells, and only what comes after the greeting is told.
    await expect.poll(() => machineAt(third).live.watchers.size, patience).toBeGreaterThan(0)
    await applyConfig(cluster.node(third), files, { mode: 'auto' })
    const simulated = await heard
    compare('events: the steps of a reboot', stepsOf(genuine, 'reboot'), stepsOf(simulated, 'reboot'))
    compare('events: the words of kubelet at a reboot', wordsOf(genuine, 'kubelet'), wordsOf(simulated, 'kubelet'))
    compare('events: the words of apid at a reboot', wordsOf(genuine, 'apid'), wordsOf(simulated, 'apid'))
    compare('events: the stages of a reboot', stagesOf(genuine), stagesOf(simulated))
    await expect.poll(() => stage(third), patience).toBe('running true')
  }, 120_000)

  test('a dead member is told of and removed alike', async () => {
    await expect.poll(async () => (await etcdOn(third))?.health, patience).toBe('healthy')
    const listed = async () => {
      const members = await listEtcdMembers(cluster.node(first))
      return members.map(({ hostname, isLearner }) => `${hostname} ${isLearner}`).sort()
    }
    const recorded = (file: string) =>
      recordedRows(file, 'talosctl etcd members -n 10.55.0.11').map(({ HOSTNAME, LEARNER }) => `${HOSTNAME} ${LEARNER}`)
    await expect.poll(listed, patience).toEqual(['cp1 false', 'cp2 false', 'cp3 false'])
    guests.get(third)?.powerOff()
    compare('answers: members of which one is dead', recorded('etcd/40-dead-member.txt'), await listed())
    const asker = await open()
    await sendAgain('etcd/40-dead-member.txt', asker)
    const lost = (await listEtcdMembers(cluster.node(first))).find(({ hostname }) => hostname === NAMES[third])
    const body = { member_id: String(lost?.id ?? 0n) }
    const removed = await asker.ask(first, method.etcdRemoveMemberByID, body)
    compare('answers: how the removal of a dead member ends', 0, removed.code)
    compare('answers: members after the removal of a dead one', recorded('etcd/41-remove-dead.txt'), await listed())
    const [again] = recordedCalls('etcd/41-remove-dead.txt')
    const { code, text } = await asker.ask(first, method.etcdRemoveMemberByID, body)
    compare('refusals: removal of a member that was removed', { code: again?.code, text: again?.text }, { code, text })
    // Its data is of a member that is no more, so it begins without any.
    boot(third)
    await expect.poll(() => stage(third), patience).not.toBe('away')
    await reset(cluster.node(third), { graceful: false, reboot: true, wipe: 'system-disk', partitions: ['EPHEMERAL'] })
    await expect.poll(async () => (await etcdOn(third))?.health, patience).toBe('healthy')
    await expect.poll(listed, patience).toEqual(['cp1 false', 'cp2 false', 'cp3 false'])
    await expect.poll(() => stage(third), patience).toBe('running true')
  }, 120_000)

  test('leaving etcd is told and answered alike', async () => {
    const asker = await open()
    await expect.poll(async () => (await etcdOn(third))?.health, patience).toBe('healthy')
    const genuine = recordedEvents('etcd/31-leave-rejoin-events-cp3.jsonl')
    const heard = followEvents(cluster.node(third), 0, ({ line }) => line.startsWith('FINISHED'))
    await expect.poll(() => machineAt(third).live.watchers.size, patience).toBeGreaterThan(0)
    await asker.ask(third, method.etcdLeaveCluster)
    compare('events: the words of etcd that leaves', wordsOf(genuine, 'etcd'), wordsOf(await heard, 'etcd'))
    const control = (id: string) => ({ id })
    for (const [verb, call] of [
      ['start', method.serviceStart],
      ['restart', method.serviceRestart],
    ] as const) {
      const wanted = recordedRefusal('etcd/30-leave.txt', `talosctl service etcd ${verb}`)
      compare(`refusals: ${verb} of etcd by a call`, wanted, await asker.refusal(third, call, control('etcd')))
    }
    const after = (await listServices(cluster.node(third))).find(({ id }) => id === 'etcd')
    compare('answers: etcd after it has left', ['Finished', 'unhealthy'], [after?.state, after?.health])
  }, 60_000)

  test('a graceful reset is told in the same order', async () => {
    await cluster.node(third).unary(method.reboot, {})
    await expect.poll(async () => (await etcdOn(third))?.health, patience).toBe('healthy')
    await expect.poll(() => stage(third), patience).toBe('running true')
    const genuine = recordedEvents('ops/reset-graceful-events-cp3.jsonl')
    const heard = followEvents(cluster.node(third), 0)
    await expect.poll(() => machineAt(third).live.watchers.size, patience).toBeGreaterThan(0)
    await cluster.node(third).unary(method.reset, { graceful: true, reboot: false, mode: 1 })
    const simulated = await heard
    compare('events: the steps of a reset', stepsOf(genuine, 'reset'), stepsOf(simulated, 'reset'))
    for (const service of ['kubelet', 'etcd', 'apid'])
      compare(`events: the words of ${service} at a reset`, wordsOf(genuine, service), wordsOf(simulated, service))
    compare('events: the stages of a reset', stagesOf(genuine), stagesOf(simulated))
  }, 120_000)

  test('a cluster without quorum refuses the same', async () => {
    guests.get(second)?.powerOff()
    const asker = await open()
    await sendAgain('etcd/50-quorum-lost.txt', asker)
    const refused = (command: string) => recordedRefusal('etcd/50-quorum-lost.txt', `talosctl etcd ${command}`)
    compare(
      'refusals: etcd members without quorum',
      refused('members'),
      await asker.refusal(first, method.etcdMemberList),
    )
    compare(
      'refusals: forfeit-leadership without quorum',
      refused('forfeit'),
      await asker.refusal(first, method.etcdForfeitLeadership),
    )
    compare('refusals: leave without quorum', refused('leave'), await asker.refusal(first, method.etcdLeaveCluster))
    const member = { member_id: '14638652261357453346' }
    compare(
      'refusals: remove-member without quorum',
      refused('remove-member'),
      await asker.refusal(first, method.etcdRemoveMemberByID, member),
    )
    const { code, answers } = await asker.ask(first, method.etcdSnapshot)
    compare('answers: a snapshot without quorum', 'whole', code === 0 && answers.length > 1 ? 'whole' : `code ${code}`)
  })

  test('a bootstrap of what has data is refused the same', async () => {
    const asker = await open()
    await sendAgain(
      'etcd/62-recover-good.txt',
      asker,
      (title) => title.startsWith('Bootstrap') && title.endsWith(first),
    )
  })

  test('a recovery fails and succeeds in the same words', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'talmox-likeness-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'snapshot.db')
    await saveEtcdSnapshot(cluster.node(first), file)
    const wipe = async () => {
      await reset(cluster.node(first), {
        graceful: false,
        reboot: true,
        wipe: 'system-disk',
        partitions: ['EPHEMERAL'],
      })
      await expect.poll(async () => (await etcdOn(first))?.state, patience).toBe('Preparing')
    }
    const events = async () => {
      const asker = await open()
      const { answers } = await asker.ask(first, method.serviceList)
      return simulatedEventsOf(etcdEvents(answers))
    }
    const settles = (state: string) => expect.poll(async () => (await etcdOn(first))?.state, patience).toBe(state)
    const recover = async () => (await open()).refusal(first, method.bootstrap, { recover_etcd: true })
    const service = 'talosctl service etcd -n 10.55.0.11'
    await wipe()
    await recover()
    await settles('Failed')
    compare(
      'events: the words of etcd that has no snapshot to recover from',
      recordedEventsOf('etcd/60-recover-errors.txt', service),
      await events(),
    )
    const damaged = readFileSync(file)
    damaged.writeUInt8(damaged.readUInt8(5000) ^ 0xff, 5000)
    await cluster.node(first).upload(method.etcdRecover, inPieces(damaged))
    await recover()
    await settles('Failed')
    const corrupt = 'etcd/61-recover-corrupt.txt'
    compare('events: the words of etcd with a damaged snapshot', recordedEventsOf(corrupt, service), await events())
    compare(
      'refusals: another try after a damaged snapshot',
      recordedRefusal(corrupt, 'talosctl bootstrap -n 10.55.0.11 --recover-from=./records'),
      await recover(),
    )
    await wipe()
    await uploadEtcdSnapshot(cluster.node(first), file)
    await recover()
    await expect.poll(async () => (await etcdOn(first))?.health, patience).toBe('healthy')
    const good = 'etcd/62-recover-good.txt'
    compare('events: the words of etcd that recovers', recordedEventsOf(good, service, 1), await events())
  }, 120_000)

  test('as much is equal as ever was, and what is not has its reason', () => {
    const { counts, unexpected, outdated, line } = judge(comparisons, KNOWN)
    console.log(line)
    expect(unexpected).toEqual([])
    expect(outdated).toEqual([])
    const known = new Set(comparisons.map(({ name }) => name))
    expect(Object.keys(KNOWN).filter((name) => !known.has(name))).toEqual([])
    const baseline: Readonly<Record<string, number>> = JSON.parse(
      readFileSync(path.join(root, 'test/likeness-baseline.json'), 'utf8'),
    )
    for (const [area, wanted] of Object.entries(baseline))
      expect(counts[area]?.equal, area).toBeGreaterThanOrEqual(wanted)
  })
})

async function* inPieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 65_536) yield { bytes: content.subarray(at, at + 65_536) }
}

interface ServiceAnswer {
  readonly messages?: readonly {
    readonly services?: readonly {
      readonly id?: string
      readonly events?: { readonly events?: readonly { readonly state?: string; readonly msg?: string }[] }
    }[]
  }[]
}

/** What etcd went through, in the answer to a question for all services. */
function etcdEvents(answers: readonly unknown[]) {
  const [answer]: readonly ServiceAnswer[] = JSON.parse(JSON.stringify(answers))
  const services = answer?.messages?.flatMap(({ services: list = [] }) => list) ?? []
  return services.find(({ id }) => id === 'etcd')?.events?.events ?? []
}

const inAnyOrder = (shapes: readonly unknown[]): readonly string[] =>
  shapes.map((shape) => JSON.stringify(shape)).sort()

const firstLine = (text: string): string => text.split('\n')[0] ?? ''

/** The words around a difference between two configs, which is of another config than the recorded one. */
const withoutDiff = (text: string): string => text.split('\n--- a\n')[0] ?? ''

function detailsOf(answers: readonly unknown[]): string {
  const found = /"mode_details":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(answers))?.[1]
  return plainWords(found === undefined ? '' : JSON.parse(`"${found}"`))
}
