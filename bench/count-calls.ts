import type { RunningWorld } from '../sim/start.ts'

/** How often Proxmox and machines were asked for something. */
export interface Calls {
  readonly proxmox: number
  readonly talos: number
  /** The same by what was asked: `POST /nodes/N/qemu`, `Version`. */
  readonly kinds: ReadonlyMap<string, number>
}

/** Counts the calls to a world from now on; each answer tells those since the last. */
export function countCalls({ sim, talos }: RunningWorld): () => Calls {
  let counted = { proxmox: 0, talos: 0, kinds: new Map<string, number>() }
  const count = (whom: 'proxmox' | 'talos', kind: string) => {
    counted[whom] += 1
    counted.kinds.set(kind, (counted.kinds.get(kind) ?? 0) + 1)
  }
  sim.hooks.afterAnswer.push(({ request: { verb, path } }) => count('proxmox', `${verb} ${withoutNames(path)}`))
  talos.onCall.push(({ method }) => void count('talos', method))
  return () => {
    const since = counted
    counted = { proxmox: 0, talos: 0, kinds: new Map() }
    return since
  }
}

/** The path of a call with letters for which host, storage, machine or task it is about. */
const withoutNames = (path: string): string =>
  path
    .replace(/^\/nodes\/[^/]+/, '/nodes/N')
    .replace(/\/storage\/[^/]+/, '/storage/S')
    .replace(/\/(qemu|pools)\/[^/]+/, '/$1/ID')
    .replace(/UPID:(?:[^:]*:){4}([^:]*):[^/]+/, '$1')
