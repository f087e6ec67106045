import type { Desired } from '../../resolve/desired.ts'
import type { Release } from '../tables/types.ts'
import type { Circumstances } from './call.ts'
import { callRequirement } from './call-requirement.ts'
import { fewestGrants } from './fewest-grants.ts'
import { type ProductCall, productCalls } from './product-calls.ts'
import { type Grant, grantKey, isMet, type Requirement } from './requirement.ts'

/** What is known of Proxmox when rights are computed; what is open is taken as the cluster file has it. */
export interface Surroundings {
  readonly release: Release
  /** The hosts that may carry machines, where the file leaves them open. */
  readonly hosts?: readonly string[]
  /** The zones of virtual networks by their names. */
  readonly zones?: ReadonlyMap<string, string>
  /** Whether old images are to be removed, too. */
  readonly prune?: boolean
}

/** A right that a cluster needs, and what for. */
export interface Need extends Grant {
  /** What cannot be done without it, each as the end of "to …". */
  readonly why: readonly string[]
}

/** One thing to be done and what it asks for. */
export interface Wish {
  readonly call: ProductCall
  readonly requirement: Requirement
}

/** Everything that is to be done for a cluster, with the rights that Proxmox will ask for. */
export function wishesOf(desired: Desired, surroundings: Surroundings): readonly Wish[] {
  const { proxmox, machines } = desired
  const own = new Set(machines.map(({ vmid }) => vmid))
  const circumstances: Circumstances = {
    release: surroundings.release,
    zoneOf: (bridge) => surroundings.zones?.get(bridge),
    poolOf: (vmid) => (own.has(vmid) ? proxmox.pool : undefined),
  }
  const hosts = proxmox.hosts.length > 0 ? proxmox.hosts : (surroundings.hosts ?? [])
  const { release, prune = false } = surroundings
  return productCalls({ desired, release, hosts, prune }).map((call) => {
    const asked = callRequirement(call, circumstances)
    return { call, requirement: call.sees === undefined ? asked : { all: [asked, call.sees] } }
  })
}

/** The rights that are enough for a cluster, and of which none can be left out. */
export function needsOf(desired: Desired, surroundings: Surroundings): readonly Need[] {
  return needsFor(wishesOf(desired, surroundings))
}

/** The rights to give for things to be done, each with those of them that need it. */
export function needsFor(wishes: readonly Wish[]): readonly Need[] {
  const asked = distinct(wishes.map(({ call: { why }, requirement }) => ({ why, requirement: everyVm(requirement) })))
  const granted = fewestGrants(asked.map(({ requirement }) => requirement))
  const without = (one: Grant) => (grant: Grant) =>
    grantKey(grant) !== grantKey(one) && granted.some((each) => grantKey(each) === grantKey(grant))
  return [...granted]
    .sort((a, b) => (grantKey(a) < grantKey(b) ? -1 : 1))
    .map((grant) => {
      const undone = asked.filter(
        ({ requirement }) => speaksOf(requirement, grant) && !isMet(requirement, without(grant)),
      )
      return { ...grant, why: [...new Set(undone.map(({ why }) => why))] }
    })
}

interface Asked {
  readonly why: string
  readonly requirement: Requirement
}

/** Takes requirements apart; machines ask for the same again and again. */
function distinct(asked: readonly Asked[]): readonly Asked[] {
  const parts = asked.flatMap(({ why, requirement }) =>
    conjuncts(requirement).map((part) => ({ why, requirement: part })),
  )
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
}

function conjuncts(requirement: Requirement): readonly Requirement[] {
  return 'all' in requirement ? requirement.all.flatMap(conjuncts) : [requirement]
}

function speaksOf(requirement: Requirement, grant: Grant): boolean {
  if ('all' in requirement) return requirement.all.some((part) => speaksOf(part, grant))
  if ('any' in requirement) return requirement.any.some((part) => speaksOf(part, grant))
  return grantKey(requirement) === grantKey(grant)
}

/** Rights on a single VM go when it is removed, so that they are given on all VMs. */
function everyVm(requirement: Requirement): Requirement {
  if ('all' in requirement) return { all: requirement.all.map(everyVm) }
  if ('any' in requirement) return { any: requirement.any.map(everyVm) }
  return { ...requirement, path: requirement.path.replace(/^\/vms\/\d+$/, '/vms') }
}
