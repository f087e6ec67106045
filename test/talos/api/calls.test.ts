import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import { describe, expect, test } from 'vitest'
import { bootstrap } from '../../../src/talos/api/bootstrap.ts'
import { listDisks } from '../../../src/talos/api/disks.ts'
import {
  forfeitEtcdLeadership,
  formatMemberId,
  leaveEtcd,
  listEtcdMembers,
  removeEtcdMember,
} from '../../../src/talos/api/etcd-members.ts'
import {
  defragmentEtcd,
  disarmEtcdAlarms,
  fetchEtcdStatus,
  listEtcdAlarms,
} from '../../../src/talos/api/etcd-status.ts'
import { readBootId } from '../../../src/talos/api/logs.ts'
import { reboot, reset, shutdown } from '../../../src/talos/api/power.ts'
import { upgradeLegacy } from '../../../src/talos/api/upgrade.ts'
import { EtcdMemberAlarm_AlarmType as Alarm } from '../../../src/talos/gen/machine/etcd_pb.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { Disk_DiskType as DiskType, StorageService } from '../../../src/talos/gen/storage_pb.ts'
import { memoryNode } from '../memory-node.ts'

const machine = (handlers: Partial<ServiceImpl<typeof MachineService>>) =>
  memoryNode('10.0.0.1', (router) => void router.service(MachineService, handlers))

describe('etcd', () => {
  const id = 0xfedcba9876543210n

  test('members keep all 64 bits of their ids, and only this machine is asked', async () => {
    const node = machine({
      etcdMemberList: ({ queryLocal }) => ({
        messages: [{ members: queryLocal ? [{ id, hostname: 'cp1', peerUrls: ['https://10.0.0.1:2380'] }] : [] }],
      }),
    })
    const [member] = await listEtcdMembers(node)
    expect(member).toMatchObject({ id, hostname: 'cp1', isLearner: false })
    expect(formatMemberId(member?.id ?? 0n)).toBe('fedcba9876543210')
    expect(formatMemberId(0x7dn)).toBe('000000000000007d')
  })

  test('a status without a leader says so', async () => {
    const status = (leader: bigint) =>
      machine({ etcdStatus: () => ({ messages: [{ memberStatus: { memberId: id, leader, errors: ['no leader'] } }] }) })
    expect(await fetchEtcdStatus(status(0n))).toMatchObject({ memberId: id, leader: undefined, errors: ['no leader'] })
    expect((await fetchEtcdStatus(status(id))).leader).toBe(id)
  })

  test('alarms are told, and told again when they are taken back', async () => {
    const memberAlarms = [
      { memberId: id, alarm: Alarm.NOSPACE },
      { memberId: 2n, alarm: Alarm.CORRUPT },
      { memberId: 3n, alarm: Alarm.NONE },
    ]
    const told = [
      { memberId: id, alarm: 'no-space' },
      { memberId: 2n, alarm: 'corrupt' },
    ]
    const node = machine({
      etcdAlarmList: () => ({ messages: [{ memberAlarms }] }),
      etcdAlarmDisarm: () => ({ messages: [{ memberAlarms }] }),
    })
    expect(await listEtcdAlarms(node)).toEqual(told)
    expect(await disarmEtcdAlarms(node)).toEqual(told)
  })

  test('removing a member names it; one that is not there is an error', async () => {
    const node = machine({
      etcdRemoveMemberByID({ memberId }) {
        if (memberId !== id) throw new ConnectError('etcdserver: member not found', Code.NotFound)
        return { messages: [{}] }
      },
    })
    await removeEtcdMember(node, id)
    await expect(removeEtcdMember(node, 1n)).rejects.toMatchObject({ code: 'talos-not-found' })
  })

  test('handing leadership on tells the new leader, or nothing where there was none to hand on', async () => {
    const forfeit = (member: string) => machine({ etcdForfeitLeadership: () => ({ messages: [{ member }] }) })
    expect(await forfeitEtcdLeadership(forfeit('cp2'))).toBe('cp2')
    expect(await forfeitEtcdLeadership(forfeit(''))).toBeUndefined()
  })

  test('leaving and defragmenting are one call each', async () => {
    const calls: string[] = []
    const done = (name: string) => () => {
      calls.push(name)
      return { messages: [{}] }
    }
    const node = machine({ etcdLeaveCluster: done('leave'), etcdDefragment: done('defragment') })
    await leaveEtcd(node)
    await defragmentEtcd(node)
    expect(calls).toEqual(['leave', 'defragment'])
  })

  test('a recovery is asked for explicitly', async () => {
    const seen: boolean[][] = []
    const node = machine({
      bootstrap({ recoverEtcd, recoverSkipHashCheck }) {
        seen.push([recoverEtcd, recoverSkipHashCheck])
        return { messages: [{}] }
      },
    })
    await bootstrap(node)
    await bootstrap(node, { recover: true, skipHashCheck: true })
    expect(seen).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

describe('power', () => {
  test('reboot, shutdown and reset ask for exactly what they are told, and name the work', async () => {
    const seen: unknown[] = []
    const node = machine({
      reboot({ mode }) {
        seen.push(mode)
        return { messages: [{ actorId: 'a' }] }
      },
      shutdown({ force }) {
        seen.push(force)
        return { messages: [{ actorId: 'b' }] }
      },
      reset({ graceful, reboot: again, mode, systemPartitionsToWipe, userDisksToWipe }) {
        const partitions = systemPartitionsToWipe.map(({ label, wipe }) => `${label} ${wipe}`)
        seen.push({ graceful, again, mode, partitions, userDisksToWipe })
        return { messages: [{ actorId: 'c' }] }
      },
    })
    expect(await reboot(node, 'powercycle')).toBe('a')
    expect(await shutdown(node, true)).toBe('b')
    const wiped = { graceful: false, reboot: true, wipe: 'system-disk', partitions: ['STATE', 'EPHEMERAL'] } as const
    expect(await reset(node, wiped)).toBe('c')
    expect(seen).toEqual([
      1,
      true,
      { graceful: false, again: true, mode: 1, partitions: ['STATE true', 'EPHEMERAL true'], userDisksToWipe: [] },
    ])
  })

  test('an upgrade up to Talos 1.12 never asks to preserve, which would skip the checks of etcd', async () => {
    const node = machine({
      upgrade({ image, preserve, stage, force }) {
        return { messages: [{ actorId: JSON.stringify({ image, preserve, stage, force }) }] }
      },
    })
    const asked = { image: 'factory/installer:v1.12.6', preserve: false, stage: true, force: false }
    expect(await upgradeLegacy(node, asked.image, { stage: true })).toBe(JSON.stringify(asked))
  })

  test('the boot id is read from its file', async () => {
    const node = machine({
      async *read({ path }) {
        yield { bytes: Buffer.from(path === '/proc/sys/kernel/random/boot_id' ? 'b-1\n' : 'else') }
      },
    })
    expect(await readBootId(node)).toBe('b-1')
  })
})

test('disks come with their size to the byte and their type by name', async () => {
  const disk = { deviceName: '/dev/sda', size: 2n ** 60n + 1n, type: DiskType.NVME, systemDisk: true }
  const disks = () => ({ messages: [{ disks: [disk] }] })
  const node = memoryNode('10.0.0.1', (router) => void router.service(StorageService, { disks }))
  expect(await listDisks(node)).toMatchObject([
    { device: '/dev/sda', bytes: 2n ** 60n + 1n, type: 'nvme', isSystem: true },
  ])
})
