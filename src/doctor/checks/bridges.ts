import { list } from '../../placement/words.ts'
import type { ObservedBridge } from '../../proxmox/observe/observed.ts'
import type { Nic } from '../../spec/vm/hardware.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, orOk } from '../finding.ts'
import { machinesOnHosts } from '../machines.ts'

export const bridges: Check = {
  name: 'bridges',
  about:
    'Every bridge is on the hosts that need it, up, VLAN-aware where VLANs are used, with an MTU that is large enough.',
  run: async (patient) => {
    const [machines, there, vnets] = await Promise.all([machinesOnHosts(patient), patient.bridges(), patient.vnets()])
    const virtual = new Set(vnets.map(({ name }) => name))
    const nics = machines.flatMap(({ host, nics }) =>
      nics.filter(({ bridge }) => !virtual.has(bridge)).map((nic) => ({ host, nic })),
    )
    const found = nics.flatMap(({ host, nic }) => judge(host, nic, there))
    const names = [...new Set(nics.map(({ nic }) => nic.bridge))]
    if (names.length === 0) return orOk([], 'no bridge of the hosts is used')
    const distinct = [...new Map(found.map((one) => [one.text, one])).values()]
    return orOk(
      distinct,
      `${list(names)} ${names.length === 1 ? 'is' : 'are'} up on every host that needs ${names.length === 1 ? 'it' : 'them'}`,
    )
  },
}

const USUAL_MTU = 1500

function judge(host: string, { bridge, vlan, trunks, mtu }: Nic, there: readonly ObservedBridge[]): readonly Finding[] {
  const found = there.find((one) => one.host === host && one.name === bridge)
  if (found === undefined) {
    const others = there.filter((one) => one.host === host).map(({ name }) => name)
    const hint =
      others.length === 0
        ? `make it on ${host}`
        : `${host} has ${list(others)}: name one in \`network.bridge\`, or make it`
    return [fail(`there is no bridge ${bridge} on ${host}, or it may not be seen`, hint)]
  }
  const name = `${bridge} on ${host}`
  const isTagged = vlan !== undefined || (trunks?.length ?? 0) > 0
  const size = found.mtu ?? USUAL_MTU
  return [
    ...(found.active ? [] : [fail(`${name} is down`, `\`ifup ${bridge}\` on ${host}, or reload its network`)]),
    // A bridge that is not VLAN-aware still carries one VLAN, by an interface of its own; it cannot carry a trunk.
    ...(isTagged && trunks !== undefined && !found.vlanAware
      ? [fail(`${name} is not VLAN-aware, and machines are to use the VLANs ${list(trunks.map(String))}`, AWARE)]
      : []),
    ...(isTagged && trunks === undefined && !found.vlanAware && found.type === 'bridge'
      ? [
          {
            status: 'warn',
            text: `${name} is not VLAN-aware: Proxmox makes a bridge of its own for VLAN ${vlan}`,
            hint: AWARE,
          } as const,
        ]
      : []),
    ...(mtu !== undefined && mtu > size
      ? [
          fail(
            `${name} has an MTU of ${size}, and machines are to use ${mtu}`,
            `raise it on ${host}, or lower \`network.mtu\``,
          ),
        ]
      : []),
  ]
}

const AWARE = 'set `bridge-vlan-aware yes` on it'
