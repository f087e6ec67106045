import type { Guard } from '../guard.ts'

/** What is on a host that does not answer is left alone; the rest goes on. */
export const hostDown: Guard = {
  code: 'host-down',
  level: 'warning',
  summary: 'a host with machines of the cluster does not answer',
  check({ live, machines }) {
    const down = new Map(
      live.proxmox.hosts.flatMap(({ name, unreachable }) => (unreachable === undefined ? [] : [[name, unreachable]])),
    )
    const affected = machines
      .filter(({ progress }) => progress === 'host-down')
      .map(({ machine, vm }) => ({ name: machine.name, host: vm?.host }))
    const unread = new Map(live.proxmox.unread.map((guest) => [guest.vmid, guest.host]))
    return affected.map(({ name, host }) => {
      const vmid = machines.find(({ machine }) => machine.name === name)?.machine.vmid
      const where = host ?? unread.get(vmid ?? 0) ?? 'its host'
      return {
        target: name,
        message: `${where} does not answer (${down.get(where) ?? 'no reason given'}), so the machine is left as it is`,
        hint: 'bring the host back, then run again',
      }
    })
  },
}
