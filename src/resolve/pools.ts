import type { Role } from '../placement/types.ts'
import type { Path } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import { nameOf } from './identity.ts'

type PoolSpec = NonNullable<Spec['controlPlane']>

/** A pool with its defaults filled in. */
export interface Pool {
  readonly role: Role
  /** Its name in the file; `controlPlane` cannot be the name of a worker pool, so identities never meet. */
  readonly name: string
  readonly path: Path
  readonly count: number
  readonly vmids: { readonly first: number; readonly last: number }
  readonly addresses: NonNullable<PoolSpec['addresses']>
  readonly pattern: string
  /** Where the file itself chooses these. */
  readonly written: { readonly [Key in (typeof identityKeys)[number]]?: Path }
}

/** One place in a pool: which machine it is, before anything else about it is known. */
export interface Slot {
  readonly pool: Pool
  readonly index: number
  readonly name: string
}

/** The identities that a role's pools get when the file does not choose. */
const roleDefaults = {
  controlplane: { vmids: { first: 2000, last: 2999 }, addresses: '+10', pattern: '{cluster}-cp-{index}' },
  worker: { vmids: { first: 3000, last: 3999 }, addresses: '+20', pattern: '{cluster}-{pool}-{index}' },
} as const satisfies Record<Role, unknown>

/** The keys of a pool that its machines' identities are counted from. */
const identityKeys = ['vmids', 'addresses', 'name'] as const

/** The largest VMID Proxmox knows; where a pool's range ends when only its start is written. */
export const largestVmid = 999_999_999

/** The default number of control planes. */
const controlPlaneCount = 3

/** All pools: the control planes, then the workers in the order of the file. */
export function poolsOf(spec: Spec): Pool[] {
  const workers = Object.entries(spec.workers ?? {})
  return [
    pool('controlplane', 'controlPlane', ['controlPlane'], spec.controlPlane ?? {}),
    ...workers.map(([name, said]) => pool('worker', name, ['workers', name], said)),
  ]
}

/** The machines of a pool, in order. */
export function slotsOf(spec: Spec, of: Pool): Slot[] {
  return Array.from({ length: of.count }, (_, position) => {
    const index = position + 1
    return { pool: of, index, name: nameOf(of.pattern, { cluster: spec.name, pool: of.name, index }) }
  })
}

function pool(role: Role, name: string, path: Path, said: PoolSpec): Pool {
  const defaults = roleDefaults[role]
  return {
    role,
    name,
    path,
    count: said.count ?? controlPlaneCount,
    vmids: said.vmids ?? defaults.vmids,
    addresses: said.addresses ?? defaults.addresses,
    pattern: said.name ?? defaults.pattern,
    written: Object.fromEntries(
      identityKeys.filter((key) => said[key] !== undefined).map((key) => [key, [...path, key]]),
    ),
  }
}
