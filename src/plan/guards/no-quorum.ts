import type { Guard } from '../guard.ts'
import type { Situation } from '../situation.ts'
import { returning } from '../steps/quorum.ts'

/** Without quorum every change can only make things worse. */
export const noQuorum: Guard = {
  code: 'no-quorum',
  level: 'refused',
  summary: 'etcd has no quorum, and no member can be brought back',
  check(situation) {
    if (situation.etcd !== 'no-quorum' || returning(situation).length > 0) return []
    return [
      {
        target: situation.desired.name,
        message: `etcd has no quorum (${tally(situation)}), so nothing is changed`,
        hint: `bring ${missing(situation)} back; when their disks are lost, restore etcd from a snapshot`,
      },
    ]
  },
}

/** Members that are only off, or on their way, are brought back, and nothing else is done. */
export const quorumReturns: Guard = {
  code: 'quorum-returns',
  level: 'warning',
  summary: 'etcd has no quorum, and members of it that are off or starting are brought back before anything else',
  check(situation) {
    if (situation.etcd !== 'no-quorum' || returning(situation).length === 0) return []
    const names = returning(situation).map(({ machine }) => machine.name)
    return [
      {
        target: situation.desired.name,
        message: `etcd has no quorum (${tally(situation)}); ${names.join(', ')} may bring it back`,
        hint: 'everything else is planned once etcd has its quorum again',
      },
    ]
  },
}

function tally({ live }: Situation): string {
  const voters = live.etcd.members.filter((member) => !member.learner)
  return `${voters.filter((member) => member.healthy).length} of ${voters.length} members are healthy`
}

function missing({ live }: Situation): string {
  const names = live.etcd.members.flatMap(({ name, healthy }) => (healthy ? [] : [name]))
  return names.length === 0 ? 'the missing control planes' : names.join(', ')
}
