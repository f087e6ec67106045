import { createFactoryClient, type FactoryClient } from '../factory/client.ts'
import type { Desired } from '../resolve/desired.ts'
import { systemAuthorities } from '../world/authorities.ts'
import type { Session } from './command.ts'

/** A client of the image factory that a cluster file names. */
export async function connectFactory({ factory }: Desired['talos'], { io, world }: Session): Promise<FactoryClient> {
  const authorities = world.authorities ?? (await systemAuthorities(io.env))
  return createFactoryClient(factory, { clock: world.clock, dial: world.dial, authorities })
}
