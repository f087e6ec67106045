import { worldFetcher } from '../proxmox/fetcher.ts'
import { serveHost } from '../proxmox/http/server.ts'
import { createSimulator } from '../proxmox/simulator.ts'
import { buildWorld } from '../world/build.ts'
import { acceleratedClock } from '../world/clock.ts'
import { createClient } from './http-client.ts'
import { recordedAgent } from './recorded-agent.ts'
import { runScenario, type ScenarioResult } from './run.ts'
import type { Scenario } from './scenario.ts'

/** Fast enough that nobody waits, slow enough that a task is still running when the next request comes. */
const SPEED = 200

/** Replays a scenario against a simulator of its own. */
export async function replayFresh(scenario: Scenario): Promise<ScenarioResult> {
  const clock = acceleratedClock(SPEED)
  const world = buildWorld(scenario.world, clock.now())
  if (world.guests.agent !== undefined) world.guests.agent = recordedAgent(scenario)
  const sim = createSimulator(world, clock, worldFetcher(world))
  const [host] = world.hosts
  if (host === undefined) throw new Error(`the world of ${scenario.id} has no host`)
  const server = await serveHost(sim, host, { address: '127.0.0.1', port: 0 })
  const client = createClient(new URL(`https://127.0.0.1:${server.port}`))
  try {
    return await runScenario(scenario, { client, pollEvery: 5, polls: 20_000 })
  } finally {
    client.close()
    await server.close()
  }
}
