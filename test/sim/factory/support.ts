import { serveFactory } from '../../../sim/factory/server.ts'
import { mappedNetwork } from '../../../sim/network/mapped.ts'
import { buildWorld } from '../../../sim/world/build.ts'
import { acceleratedClock } from '../../../sim/world/clock.ts'
import type { WorldSeed } from '../../../sim/world/seed.ts'
import { webAuthorityOf } from '../../../sim/world/web-authority.ts'
import type { World } from '../../../sim/world/world.ts'
import { createFactoryClient, type FactoryClient, type FactoryWorld } from '../../../src/factory/client.ts'

/** A world's factory on a network of its own, and a client that trusts the world's web. */
export interface FactoryAtWork {
  readonly world: World
  readonly client: FactoryClient
  /** What a further client needs. */
  readonly surroundings: FactoryWorld
}

/** Runs a test with a simulated factory and closes its network afterwards. */
export async function withFactory(
  run: (factory: FactoryAtWork) => Promise<void>,
  seed: Partial<WorldSeed> = {},
): Promise<void> {
  const clock = acceleratedClock(1000)
  const world = buildWorld({ nodes: ['pve1'], ...seed }, clock.now())
  const network = mappedNetwork(clock)
  const { hostname, port } = new URL(world.factory.url)
  network.listen(hostname, port === '' ? 443 : Number(port), await serveFactory(world))
  const surroundings = { clock, dial: network.dial, authorities: [(await webAuthorityOf(world)).crt] }
  try {
    await run({ world, client: createFactoryClient(world.factory.url, surroundings), surroundings })
  } finally {
    network.close()
  }
}
