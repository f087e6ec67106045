import type { Path } from '../../../spec/problem.ts'
import { type Finding, finding } from '../../document/problem.ts'
import { at, isMapping, listAt, textAt, type Value } from '../../document/value.ts'
import type { ConfigView } from '../config-view.ts'
import { isSet, select } from '../select.ts'
import type { DocumentRule } from './rule.ts'

const base = ['machine', 'network', 'interfaces']

function selector(device: Value, path: Path): Finding[] {
  const [byName, bySelector] = [isSet(device, 'interface'), isMapping(at(device, 'deviceSelector'))]
  if (byName && bySelector) return [finding('interface', path, 'interface and deviceSelector cannot both be set')]
  if (!byName && !bySelector) return [finding('interface', path, 'either interface or deviceSelector must be set')]
  return bySelector && !isSet(device, 'deviceSelector')
    ? [finding('interface', [...path, 'deviceSelector'], 'a selector needs at least one condition')]
    : []
}

const routes = (device: Value, path: Path): Finding[] =>
  [...select(device, 'routes[]'), ...select(device, 'vlans[].routes[]')].flatMap(({ path: place, value }) =>
    isSet(value, 'network') || isSet(value, 'gateway')
      ? []
      : [finding('route', [...path, ...place], 'a route needs a network or a gateway')],
  )

const vips = (device: Value, path: Path, { isControlPlane }: ConfigView): Finding[] =>
  isControlPlane
    ? []
    : [...select(device, 'vip'), ...select(device, 'vlans[].vip')].map(({ path: place }) =>
        finding('control-plane-only', [...path, ...place], 'a shared address can only be had by control planes'),
      )

function bond(device: Value, path: Path): Finding[] {
  const [bonds, bridges] = [at(device, 'bond'), at(device, 'bridge')]
  const both = isMapping(bonds) && isMapping(bridges)
  const noMode = isMapping(bonds) && !isSet(bonds, 'mode')
  const twoWays = isMapping(bonds) && isSet(bonds, 'interfaces') && isSet(bonds, 'deviceSelectors')
  return [
    ...(both ? [finding('bond', path, 'a link is either a bond or a bridge')] : []),
    ...(noMode ? [finding('bond', [...path, 'bond', 'mode'], 'a bond needs a mode')] : []),
    ...(twoWays ? [finding('bond', [...path, 'bond'], 'a bond names its links or selects them, not both')] : []),
  ]
}

const membersOf = (device: Value): readonly Value[] => [
  ...listAt(device, 'bond', 'interfaces'),
  ...listAt(device, 'bridge', 'interfaces'),
]

const isAddressed = (device: Value): boolean =>
  at(device, 'dhcp') === true || ['cidr', 'addresses', 'vip'].some((key) => isSet(device, key))

function members(devices: readonly Value[]): Finding[] {
  const taken = devices.flatMap((device, owner) => membersOf(device).map((name) => ({ name, owner })))
  return devices.flatMap((device, index) => {
    const name = textAt(device, 'interface')
    const isMember = name !== undefined && taken.some((member) => member.name === name)
    const shared = membersOf(device).filter((member) =>
      taken.some((other) => other.name === member && other.owner < index),
    )
    return [
      ...(isMember && isAddressed(device)
        ? [
            finding(
              'bond',
              [...base, index],
              `${name} is part of a bond or bridge and cannot have an address of its own`,
            ),
          ]
        : []),
      ...shared.map((member) => finding('bond', [...base, index], `${String(member)} is part of two links`)),
    ]
  })
}

function duplicates(devices: readonly Value[]): Finding[] {
  const keys = devices.map((device) => JSON.stringify(at(device, 'interface') ?? at(device, 'deviceSelector') ?? null))
  return keys.flatMap((key, index) =>
    key !== 'null' && keys.indexOf(key) < index
      ? [finding('duplicate-interface', [...base, index], 'this link is configured twice', 'merge the two entries')]
      : [],
  )
}

const interfaces: DocumentRule = (_, config) => {
  const devices = listAt(config.machine, 'network', 'interfaces')
  const own = devices.flatMap((device, index) => {
    const path = [...base, index]
    if (at(device, 'ignore') === true) return []
    return [...selector(device, path), ...routes(device, path), ...vips(device, path, config), ...bond(device, path)]
  })
  return [...own, ...members(devices), ...duplicates(devices)]
}

/** Rules about `machine.network`. */
export const machineNetworkRules: readonly DocumentRule[] = [interfaces]
