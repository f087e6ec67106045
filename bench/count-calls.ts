import type { RunningWorld } from '../sim/start.ts'

/** How often Proxmox and machines were asked for something. */
export interface Calls {
  readonly proxmox: number
  readonly talos: number
}

/** Counts the calls to a world from now on; each answer tells those since the last. */
export function countCalls({ sim, talos }: RunningWorld): () => Calls {
  let [toProxmox, toTalos] = [0, 0]
  sim.hooks.afterAnswer.push(() => {
    toProxmox += 1
  })
  talos.onCall.push(() => {
    toTalos += 1
  })
  return () => {
    const since = { proxmox: toProxmox, talos: toTalos }
    toProxmox = 0
    toTalos = 0
    return since
  }
}
