import type { Guard } from '../guard.ts'

/** Without quorum every change can only make things worse. */
export const noQuorum: Guard = {
  code: 'no-quorum',
  level: 'refused',
  summary: 'etcd has no quorum',
  check({ desired, live, machines }) {
    if (live.etcd.state !== 'no-quorum') return []
    const off = machines.filter(({ progress, machine }) => machine.role === 'controlplane' && progress === 'stopped')
    const names = off.map(({ machine }) => machine.name).join(', ')
    const healthy = live.etcd.members.filter((member) => member.healthy && !member.learner).length
    const voters = live.etcd.members.filter((member) => !member.learner).length
    return [
      {
        target: desired.name,
        message: `etcd has no quorum: ${healthy} of ${voters} members are healthy, so nothing is changed`,
        hint:
          names === ''
            ? 'bring the missing control planes back; when their disks are lost, restore etcd from a snapshot'
            : `start ${names} in Proxmox; nothing else is missing that talmox can see`,
      },
    ]
  },
}
