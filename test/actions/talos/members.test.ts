import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { etcdLeave } from '../../../src/actions/talos/etcd-leave.ts'
import { etcdRemove } from '../../../src/actions/talos/etcd-remove.ts'
import type { Tools } from '../../../src/actions/tools.ts'
import type { NodeState } from '../../../src/talos/api/probe.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { UserError } from '../../../src/user-error.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'
import { leapingClock } from '../../sim/leaping-clock.ts'
import { memoryNode } from '../../talos/memory-node.ts'
import { toolsWith } from '../tools.ts'

interface Scene {
  /** Control planes in the file. */
  readonly count: number
  /** Members of etcd, by their names. */
  readonly members: readonly string[]
  /** Those of them whose etcd is not well. */
  readonly ill?: readonly string[]
  /** What answers where a machine was. */
  readonly found?: NodeState['kind']
  /** How many questions after its members etcd has no leader for. */
  readonly leaderless?: number
}

const STATES: Readonly<Record<NodeState['kind'], NodeState>> = {
  ours: { kind: 'ours', version: 'v1.12.4' },
  maintenance: { kind: 'maintenance', fingerprint: 'AA:BB' },
  foreign: {
    kind: 'foreign',
    certificate: { fingerprint: '', commonName: 'x', names: [], until: new Date(0), issuedBy: () => false },
  },
  unreachable: { kind: 'unreachable', reason: new UserError('talos-unreachable', 'nobody is there') },
}

/** Control planes whose etcd is well; what is asked of it is kept as it comes. */
const peer = (at: number) => `10.0.9.${at + 1}`

async function etcdOf({ count, members, ill = [], found = 'unreachable', leaderless = 0 }: Scene) {
  const desired = await resolved({ ...smallCluster, controlPlane: { count, memory: '4GiB', cores: 2 } })
  const asked: string[] = []
  let questions = 0
  const isIll = (address: string) => members.some((name, at) => ill.includes(name) && address === peer(at))
  const node = (address: string) =>
    memoryNode(address, (router) => {
      router.service(MachineService, {
        etcdMemberList() {
          if (questions++ < leaderless) throw new ConnectError('etcdserver: no leader', Code.Unknown)
          const known = members.map((hostname, at) => ({
            id: BigInt(at + 1),
            hostname,
            peerUrls: [`https://${peer(at)}:2380`],
          }))
          return { messages: [{ members: known }] }
        },
        etcdStatus: () => ({ messages: [{ memberStatus: { memberId: 1n, leader: 1n } }] }),
        serviceList: () => ({
          messages: [{ services: [{ id: 'etcd', state: 'Running', health: { healthy: !isIll(address) } }] }],
        }),
        etcdLeaveCluster() {
          asked.push(`leave ${address}`)
          return { messages: [{}] }
        },
        etcdRemoveMemberByID({ memberId }) {
          asked.push(`remove ${memberId}`)
          return { messages: [{}] }
        },
      })
    })
  const close = () => undefined
  const tools: Tools = toolsWith({
    desired,
    clock: leapingClock(),
    talos: async () => ({
      probe: async () => STATES[found],
      identify: async () => STATES[found],
      showsOurs: async () => ({ kind: 'ours' }),
      cluster: (endpoints) => ({ endpoints, node, close }),
      maintenance: (address) => ({ node: node(address), close }),
      close,
    }),
  })
  return { tools, asked }
}

const telling = { progress: () => undefined, signal: new AbortController().signal }
const leaving = { machine: 'test-cp-9', role: 'controlplane', address: '10.0.0.99' } as const

test('the second of two members may leave, since the last is a quorum by itself', async () => {
  const { tools, asked } = await etcdOf({ count: 1, members: ['test-cp-1', 'test-cp-9'] })
  await etcdLeave.run(leaving, tools, telling)
  expect(asked).toEqual(['leave 10.0.0.99'])
})

const four = { count: 1, members: ['test-cp-1', 'test-cp-7', 'test-cp-8', 'test-cp-9'] }

test('members that the file does not know any more count as long as they are well', async () => {
  const { tools, asked } = await etcdOf(four)
  await etcdLeave.run(leaving, tools, telling)
  expect(asked).toEqual(['leave 10.0.0.99'])
})

test('nobody leaves where those who are well would be no quorum', async () => {
  const { tools, asked } = await etcdOf({ ...four, ill: ['test-cp-7', 'test-cp-8'] })
  await expect(etcdLeave.run(leaving, tools, telling)).rejects.toMatchObject({
    code: 'etcd-unhealthy',
    message: expect.stringContaining('1 of 4 members would be left, and 2 are needed'),
  })
  expect(asked).toEqual([])
})

test('an election that another who left has caused is waited for', async () => {
  const { tools, asked } = await etcdOf({ ...four, leaderless: 5 })
  expect(await etcdLeave.done(leaving, tools)).toBe(false)
  await etcdLeave.run(leaving, tools, telling)
  expect(asked).toEqual(['leave 10.0.0.99'])
})

test('etcd that finds no leader is not waited for without end', async () => {
  const { tools, asked } = await etcdOf({ ...four, leaderless: Number.POSITIVE_INFINITY })
  await expect(etcdLeave.run(leaving, tools, telling)).rejects.toMatchObject({ code: 'talos-etcd-not-ready' })
  expect(asked).toEqual([])
})

const lost = { machine: 'test-cp-3', role: 'controlplane', member: '0000000000000003' } as const
const three = { count: 3, members: ['test-cp-1', 'test-cp-2', 'test-cp-3'] }

test.each(['unreachable', 'maintenance', 'foreign'] as const)(
  'a member is removed when its machine is %s',
  async (found) => {
    const { tools, asked } = await etcdOf({ ...three, found })
    await etcdRemove.run(lost, tools, telling)
    expect(asked).toEqual(['remove 3'])
  },
)

test('a member whose machine answers with its config is not dead, and stays', async () => {
  const { tools, asked } = await etcdOf({ ...three, found: 'ours' })
  await expect(etcdRemove.run(lost, tools, telling)).rejects.toMatchObject({ code: 'member-alive' })
  expect(asked).toEqual([])
})
