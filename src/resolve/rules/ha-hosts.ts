import { groupBy } from '../group-by.ts'
import type { Finding, Rule } from '../rule.ts'

/** etcd stops without a majority of its members, so no host may hold as many as a majority can not do without. */
export const haHosts: Rule = {
  code: 'ha-hosts',
  severity: 'warning',
  summary: 'with `ha`, the control planes outlive the loss of any one host',
  check: ({ spec, machines, hosts, placement }) => {
    if (spec.ha !== true || hosts === undefined || placement === undefined) return []
    const names = new Set(machines.filter(({ role }) => role === 'controlplane').map(({ name }) => name))
    const seats = placement.decisions.filter(({ machine }) => names.has(machine))
    if (seats.length < names.size) return []
    const majority = Math.floor(names.size / 2) + 1
    return [...groupBy(seats, ({ host }) => host)].flatMap(([host, held]): Finding[] => {
      if (names.size - held.length >= majority) return []
      return [
        {
          path: ['proxmox', 'hosts'],
          message: `${host} carries ${held.length} of ${names.size} control planes: when it fails, etcd has no majority and the cluster stops`,
          hint:
            hosts.length < 3
              ? 'use at least 3 hosts, or set ha to false'
              : 'make room for control planes on other hosts, or pin them apart',
        },
      ]
    })
  },
}
