import type { ApiRequest } from '../proxmox/dispatch.ts'
import type { ArmedRule } from './rule.ts'

type When = NonNullable<ArmedRule['when']>

/** The host that a request is for. */
export const hostOf = ({ path, entry }: ApiRequest): string => /^\/nodes\/([^/]+)/.exec(path)?.[1] ?? entry

/** The machine that a request is about: in its path, or the one that it makes. */
export function vmidOf({ path, params }: ApiRequest): number | undefined {
  const text = /^\/nodes\/[^/]+\/(?:qemu|lxc)\/(\d+)/.exec(path)?.[1] ?? params.vmid
  return text === undefined || text === null ? undefined : Number(text)
}

/** Whether a rule is about a request, however often it has met one. */
export function fits(when: When, request: ApiRequest): boolean {
  return (
    (when.method === undefined || when.method === request.verb) &&
    (when.path === undefined || pattern(when.path).test(request.path)) &&
    (when.host === undefined || when.host === hostOf(request)) &&
    (when.vmid === undefined || when.vmid === vmidOf(request))
  )
}

/** Whether it is the turn of the request that a rule has just seen. */
export function isTurn({ nth, every, probability, seed }: When, seen: number): boolean {
  if (nth !== undefined) return typeof nth === 'number' ? nth === seen : nth.includes(seen)
  if (every !== undefined) return seen % every === 0
  return probability === undefined || draw(seed, seen) < probability
}

function pattern(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part === '**') return '.*'
    if (/^\{\w+\}$/.test(part)) return '[^/]+'
    return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
  })
  return new RegExp(`^${parts.join('/')}$`)
}

/** The n-th number between 0 and 1 of a seed: mixes both until every bit depends on every other. */
function draw(seed: number, n: number): number {
  let bits = (Math.imul(seed, 0x9e3779b1) + Math.imul(n, 0x85ebca6b)) | 0
  for (const factor of [0x7feb352d, 0x846ca68b]) bits = Math.imul(bits ^ (bits >>> 15), factor)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}
