import path from 'node:path'
import { UserError } from '../../user-error.ts'
import type { Wishes } from '../config/configure.ts'
import { isAtLeast } from '../config/contract.ts'
import type { Flags } from '../config/parts/components.ts'
import type { Manifests } from '../config/parts/manifests.ts'
import type { Oidc } from '../config/parts/oidc.ts'
import { isMapping, type Mapping, type Value } from '../document/value.ts'
import { contractIn, distinctNames, isControlPlane, type MachineContext, textOf, unlessEmpty } from './context.ts'
import { manifestText } from './manifest-text.ts'
import { firstNetworks } from './network.ts'

/** What Kubernetes on a machine is told. */
export function kubernetesWishes(context: MachineContext): Wishes {
  return {
    kubelet: kubeletOf(context),
    ...nodeWish(context),
    ...(isControlPlane(context) ? controlPlaneWishes(context) : {}),
  }
}

function kubeletOf(context: MachineContext): NonNullable<Wishes['kubelet']> {
  const { extraArgs, extraConfig, nodeIP = firstNetworks(context) } = context.machine.kubernetes.kubelet
  return {
    ...(extraArgs === undefined ? {} : { extraArgs: flagsFor(extraArgs, context) }),
    ...(extraConfig === undefined ? {} : { config: plainMapping(extraConfig) }),
    ...(nodeIP.length === 0 ? {} : { nodeIpSubnets: nodeIP }),
  }
}

function nodeWish({ machine }: MachineContext): Wishes {
  const { labels, annotations, taints } = machine.kubernetes
  const node = {
    ...(unlessEmpty(labels) && { labels }),
    ...(unlessEmpty(annotations) && { annotations }),
    ...(taints.length === 0 ? {} : { taints: taintsByKey(taints) }),
  }
  return unlessEmpty(node) ? { node } : {}
}

/** `key=value:Effect` as Talos has it: `value:Effect`, or the effect alone, by key. */
function taintsByKey(taints: readonly string[]): Record<string, string> {
  const byKey = new Map<string, string>()
  for (const taint of taints) {
    const [, key = '', value, effect = ''] = /^([^=:]+)(?:=([^:]*))?:(.+)$/.exec(taint) ?? []
    if (byKey.has(key)) {
      throw new UserError('talos-taints', `the taint ${key} is given two effects, and Talos keeps one for each key`, {
        hint: 'leave one of them out, or set it with kubectl',
      })
    }
    byKey.set(key, value ? `${value}:${effect}` : effect)
  }
  return Object.fromEntries(byKey)
}

function controlPlaneWishes(context: MachineContext): Wishes {
  const { desired, machine } = context
  const { extraArgs, oidc } = desired.kubernetes
  const flags = Object.entries(extraArgs).flatMap(([program, given]) =>
    given === undefined ? [] : [[program, flagsFor(given, context)] as const],
  )
  // With several cards etcd would pick any of them.
  const subnets = machine.nics.length > 1 ? firstNetworks(context) : []
  const components = { ...Object.fromEntries(flags), ...(subnets.length === 0 ? {} : { etcdSubnets: subnets }) }
  const manifests = manifestsOf(context)
  return {
    ...(unlessEmpty(components) && { components }),
    ...(oidc === undefined ? {} : { oidc: oidcOf(oidc) }),
    ...(unlessEmpty(manifests) && { manifests }),
    ...(desired.talos.apiAccess === undefined ? {} : { talosApiAccess: desired.talos.apiAccess }),
  }
}

/** Talos reads a flag that is given several times from 1.13 on; before, the values are joined as flags of lists take them. */
function flagsFor(flags: Flags, context: MachineContext): Flags {
  if (isAtLeast(contractIn(context), '1.13')) return flags
  const joined = Object.entries(flags).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.join(','),
  ])
  return Object.fromEntries(joined)
}

function oidcOf(oidc: NonNullable<MachineContext['desired']['kubernetes']['oidc']>): Oidc {
  const { issuer, clientId, usernameClaim, usernamePrefix, groupsClaim, groupsPrefix } = oidc
  return {
    issuerUrl: issuer,
    clientId,
    ...(usernameClaim === undefined ? {} : { usernameClaim }),
    ...(usernamePrefix === undefined ? {} : { usernamePrefix }),
    ...(groupsClaim === undefined ? {} : { groupsClaim }),
    ...(groupsPrefix === undefined ? {} : { groupsPrefix }),
  }
}

function manifestsOf(context: MachineContext): Manifests {
  const { manifests } = context.desired.kubernetes
  const names = distinctNames(
    manifests.map(({ name, url, file }) => name ?? path.parse(url ?? file ?? 'manifest').name),
  )
  const named = manifests.map((manifest, index) => ({ ...manifest, name: names[index] ?? '' }))
  const inline = named.flatMap(({ name, file, inline }) => {
    const text = file === undefined ? inline : textOf(context, file)
    return text === undefined ? [] : [[name, manifestText(text)] as const]
  })
  const external = named.flatMap(({ name, url }) => (url === undefined ? [] : [[name, url] as const]))
  return {
    ...(inline.length === 0 ? {} : { inline: Object.fromEntries(inline) }),
    ...(external.length === 0 ? {} : { external: Object.fromEntries(external) }),
  }
}

/** A value of the cluster file as one of a machine config; what has no place in YAML has been refused by then. */
function plainMapping(value: unknown): Mapping {
  const plain = plainValue(value)
  return isMapping(plain) ? plain : {}
}

function plainValue(value: unknown): Value {
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainValue(inner)]))
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return null
}
