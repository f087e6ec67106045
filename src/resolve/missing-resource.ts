import type { PlacementFailure, PlacementHost, Shortage } from '../placement/types.ts'
import { list } from '../placement/words.ts'
import { nearest } from '../spec/nearest.ts'
import { formatPath, type Path, type Problem } from '../spec/problem.ts'
import { type Draft, whereItem, whereWritten } from './draft.ts'

/** A storage or device that no host has, and the machines that one place in the file asks it for. */
export interface MissingResource {
  readonly kind: Kind
  readonly name: string
  readonly path: Path
  readonly machines: string[]
}

type Kind = 'storage' | 'device'

/** What no host has of what machines need: once for each place that asks for it. */
export function missingResources(
  failures: readonly PlacementFailure[],
  drafts: ReadonlyMap<string, Draft>,
): MissingResource[] {
  const found = new Map<string, MissingResource>()
  for (const failure of failures) {
    const draft = drafts.get(failure.machine)
    const missing = draft === undefined ? undefined : missingFor(failure, draft)
    if (missing === undefined) continue
    const key = [missing.kind, missing.name, formatPath(missing.path)].join('\0')
    const known = found.get(key)
    if (known === undefined) found.set(key, { ...missing, machines: [failure.machine] })
    else known.machines.push(failure.machine)
  }
  return [...found.values()]
}

/** Says it with the nearest name, or with the names that the hosts have. */
export function toProblem({ kind, name, path, machines }: MissingResource, hosts: readonly PlacementHost[]): Problem {
  const have = [...new Set(hosts.flatMap((host) => Object.keys(listed[kind](host) ?? {})))]
  const close = nearest(name, have)
  const others =
    have.length === 0
      ? `list ${name} at a host`
      : `use one that the hosts have (${list(have)}), or list ${name} at a host`
  return {
    code: `no-such-${kind}`,
    severity: 'error',
    path,
    message: `no host has the ${kind} ${name}, which ${list(machines)} ${machines.length === 1 ? 'needs' : 'need'}`,
    hint: close === undefined ? others : `did you mean ${close}?`,
  }
}

/** A pinned machine was weighed against its host only, which tells nothing of the others. */
function missingFor({ hosts }: PlacementFailure, draft: Draft): Omit<MissingResource, 'machines'> | undefined {
  if (draft.pin !== undefined) return undefined
  const weighed = new Set(hosts.map(({ host }) => host)).size
  const absent = hosts.filter((short) => short.absent === true)
  const nowhere = absent.find((short) => absent.filter((other) => isSame(short, other)).length === weighed)
  if (nowhere?.resource === undefined) return undefined
  const kind = nowhere.constraint === 'storage' ? 'storage' : 'device'
  return { kind, name: nowhere.resource, path: whereAsked[kind](draft, nowhere.resource) }
}

const listed: Readonly<Record<Kind, (host: PlacementHost) => object | undefined>> = {
  storage: ({ storages }) => storages,
  device: ({ devices }) => devices,
}

const whereAsked: Readonly<Record<Kind, (draft: Draft, name: string) => Path>> = {
  storage: (draft, name) => {
    if (draft.vm.disk.storage === name) return whereWritten(draft, 'vm.disk.storage')
    const index = draft.vm.disks.findIndex(({ storage }) => storage === name)
    if (index >= 0) return whereItem(draft, 'vm.disks', index, 'storage')
    const origin = draft.origins.get('storage.disks')
    return origin?.from === 'file' ? origin.path : ['proxmox', 'storage', 'disks']
  },
  device: (draft, name) => {
    const index = draft.vm.pci.findIndex(({ mapping, address }) => (mapping ?? address) === name)
    return whereItem(draft, 'vm.pci', index)
  },
}

function isSame(a: Shortage, b: Shortage): boolean {
  return a.constraint === b.constraint && a.resource === b.resource
}
