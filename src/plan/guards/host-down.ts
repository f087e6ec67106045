import type { Guard } from '../guard.ts'

/** What is on a host that does not answer is left alone; the rest goes on. */
export const hostDown: Guard = {
  code: 'host-down',
  level: 'warning',
  summary: 'a host with machines of the cluster does not answer, so they are left as they are',
  check({ live, machines }) {
    const { hosts, unread } = live.proxmox
    const reasons = new Map(
      hosts.flatMap(({ name, unreachable }) => (unreachable === undefined ? [] : [[name, unreachable]])),
    )
    const why = (host: string) => `${host} does not answer (${reasons.get(host) ?? 'no reason given'})`
    const hostByVmid = new Map(unread.map(({ vmid, host }) => [vmid, host]))
    const wanted = new Set(machines.map(({ machine }) => machine.vmid))
    const staying = machines
      .filter(({ progress }) => progress === 'host-down')
      .map(({ machine, vm }) => ({
        target: machine.name,
        message: `${why(vm?.host ?? hostByVmid.get(machine.vmid) ?? machine.host ?? 'its host')}, so the machine is ${hostByVmid.has(machine.vmid) ? 'left as it is' : 'not made'}`,
        hint: 'bring the host back, then run again',
      }))
    const leaving = unread
      .filter(({ vmid }) => !wanted.has(vmid))
      .map(({ vmid, name, host }) => ({
        target: name ?? `VM ${vmid}`,
        message: `${why(host)}, so the machine stays, although it is no longer in the file`,
        hint: 'bring the host back, then run again; it is removed once it can be looked at',
      }))
    return [...staying, ...leaving]
  },
}
