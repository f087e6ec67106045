import type { Document } from '../document/value.ts'
import { applyStrategic, strategicPatch } from '../patch/strategic.ts'
import type { Contract } from './contract.ts'
import { type Components, components } from './parts/components.ts'
import { type Encryption, encryption } from './parts/encryption.ts'
import { type Firewall, firewall } from './parts/firewall.ts'
import { type HostDns, hostDns } from './parts/host-dns.ts'
import { hostname } from './parts/hostname.ts'
import { type KernelModule, kernelModules } from './parts/kernel-modules.ts'
import { kubePrismPort } from './parts/kube-prism.ts'
import { type Kubelet, kubelet } from './parts/kubelet.ts'
import { interfaces, type Link, links } from './parts/links.ts'
import { type Logs, logs } from './parts/logs.ts'
import { type Manifests, manifests } from './parts/manifests.ts'
import { type Node, node } from './parts/node.ts'
import { type Oidc, oidc } from './parts/oidc.ts'
import type { Part } from './parts/part.ts'
import { type Registries, registries } from './parts/registries.ts'
import { type Resolvers, resolvers } from './parts/resolvers.ts'
import { sysctls } from './parts/sysctls.ts'
import { type TalosApiAccess, talosApiAccess } from './parts/talos-api-access.ts'
import { type Time, time } from './parts/time.ts'
import { trustedRoots } from './parts/trusted-roots.ts'
import { type UserVolume, userVolumes } from './parts/user-volumes.ts'
import { type Watchdog, watchdog } from './parts/watchdog.ts'

/** What one machine can have beyond the generated config. */
interface Everything {
  hostname: string
  links: readonly Link[]
  /** Network cards in the old way, whatever the contract. */
  interfaces: readonly Link[]
  resolvers: Resolvers
  hostDns: HostDns
  kubePrismPort: number
  time: Time
  kernelModules: readonly KernelModule[]
  sysctls: Readonly<Record<string, string>>
  registries: Registries
  trustedRoots: Readonly<Record<string, string>>
  kubelet: Kubelet
  node: Node
  components: Components
  oidc: Oidc
  manifests: Manifests
  encryption: Encryption
  userVolumes: readonly UserVolume[]
  watchdog: Watchdog
  talosApiAccess: TalosApiAccess
  firewall: Firewall
  logs: Logs
}

/** What one machine has beyond the generated config. */
export type Wishes = { readonly [Name in keyof Everything]?: Everything[Name] }

/** How each wish is written, in the order in which they are added. */
export const parts: { readonly [Name in keyof Everything]: Part<Everything[Name]> } = {
  hostname,
  links,
  interfaces,
  resolvers,
  hostDns,
  kubePrismPort,
  time,
  kernelModules,
  sysctls,
  registries,
  trustedRoots,
  kubelet,
  node,
  components,
  oidc,
  manifests,
  encryption,
  userVolumes,
  watchdog,
  talosApiAccess,
  firewall,
  logs,
}

function documentsFor<Name extends keyof Everything>(name: Name, wishes: Wishes, contract: Contract): Document[] {
  const wish: Everything[Name] | undefined = wishes[name]
  const part: Part<Everything[Name]> = parts[name]
  return wish === undefined ? [] : part(wish, contract)
}

const names = Object.keys(parts).filter((name): name is keyof Everything => Object.hasOwn(parts, name))

/** Adds what a machine needs beyond the generated config; the result is canonical. */
export const configure = (documents: readonly Document[], wishes: Wishes, contract: Contract): Document[] =>
  applyStrategic(documents, strategicPatch(names.flatMap((name) => documentsFor(name, wishes, contract))))
