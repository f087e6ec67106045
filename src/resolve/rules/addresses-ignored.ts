import { machinesByPool } from '../claims.ts'
import type { Draft } from '../draft.ts'
import { writtenNics } from '../holdings.ts'
import type { Finding, Rule, RuleContext } from '../rule.ts'

/** With DHCP nothing that is written here decides an address. */
export const addressesIgnored: Rule = {
  code: 'addresses-ignored',
  severity: 'warning',
  summary: 'no addresses are written where machines get theirs by DHCP',
  check: (context) => [...(context.spec.network?.addressing === 'dhcp' ? ofMachines(context) : []), ...ofNics(context)],
}

function ofMachines({ spec, pools, machines }: RuleContext): Finding[] {
  const written = new Map([['controlPlane', spec.controlPlane], ...Object.entries(spec.workers ?? {})])
  const paths = [
    ...machinesByPool(pools, machines)
      .filter(([pool, members]) => written.get(pool.name)?.addresses !== undefined && !members.some(hasNicOnOffset))
      .map(([pool]) => [...pool.path, 'addresses']),
    ...Object.entries(spec.nodes ?? {})
      .filter(([, { address }]) => address !== undefined)
      .map(([name]) => ['nodes', name, 'address']),
  ]
  return paths.map((path) => ({
    path,
    message: 'not used, since network.addressing is dhcp',
    hint: 'use network.addressing: reserved if the DHCP server hands out these addresses, or static; or leave the line out',
  }))
}

/** A further NIC without addresses counts from the offset of its pool, whatever the first NIC does. */
function hasNicOnOffset({ settings }: Draft): boolean {
  return (settings.network?.nics ?? []).some(({ cidr, addresses }) => cidr !== undefined && addresses === undefined)
}

function ofNics({ machines }: RuleContext): Finding[] {
  return writtenNics(machines)
    .filter(({ said }) => said.cidr === undefined && said.addresses !== undefined)
    .map(({ path }) => ({
      path: [...path, 'addresses'],
      message: 'not used, since this NIC has no cidr and asks DHCP',
      hint: 'give the NIC its cidr, or leave the line out',
    }))
}
