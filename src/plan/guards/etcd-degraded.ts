import type { EtcdMemberLive } from '../../live/live.ts'
import type { Guard } from '../guard.ts'
import type { Progress } from '../situation.ts'

/** One member that is not well is the one that etcd can spare, so that no other may be touched. */
export const etcdDegraded: Guard = {
  code: 'etcd-degraded',
  level: 'warning',
  summary: 'a member of etcd is not healthy, so that no other control plane is changed or removed',
  check({ ailing, etcd, controlPlanes, live }) {
    if (etcd !== 'degraded') return []
    const progress = new Map(controlPlanes.map((one) => [one.machine.name, one.progress]))
    const hosts = new Map(live.proxmox.unread.map(({ name, host }) => [name, host]))
    return ailing.map((member) => ({
      target: member.name,
      message: 'it is a member of etcd and not healthy, so other control planes are left as they are',
      hint: hintFor(member, progress.get(member.name), hosts.get(member.name)),
    }))
  },
}

function hintFor({ name }: EtcdMemberLive, progress: Progress | undefined, silent: string | undefined): string {
  switch (progress) {
    case undefined:
      return `${silent === undefined ? 'it has no machine in the file nor in Proxmox' : `bring ${silent} back, where its machine is`}; if it is gone for good: talmox up --remove-member ${name}`
    case 'stopped':
    case 'booting':
      return 'it is brought back; the rest is planned once it answers'
    case 'host-down':
      return 'bring its host back, then run again'
    default:
      return `look at its etcd: talosctl -n ${name} service etcd`
  }
}
