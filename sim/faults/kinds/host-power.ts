import { z } from 'zod'
import { hostDown, hostUp } from '../../proxmox/host-power.ts'
import { faultKind } from '../kind.ts'

const host = z.string().optional()

/** A host loses its power, and everything on it. */
export const hostDownFault = faultKind({
  about: 'the host of this name, or that of the request, loses its power with all machines and tasks on it',
  options: host,
  strike: (name, { sim, host: own }) => ({ before: () => hostDown(sim, name ?? own) }),
  befall: (name, sim) => hostDown(sim, name ?? ''),
})

/** A host comes back. */
export const hostUpFault = faultKind({
  about: 'the host of this name has power again and starts the machines that start with it',
  options: host,
  strike: (name, { sim, host: own }) => ({ before: () => hostUp(sim, name ?? own) }),
  befall: (name, sim) => hostUp(sim, name ?? ''),
})
