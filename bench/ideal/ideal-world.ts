import { begin } from '../../sim/begin.ts'
import { keepSchematic } from '../../sim/factory/schematics.ts'
import { type RunningWorld, startWorld } from '../../sim/start.ts'
import type { Timing } from '../../sim/talos/timing.ts'
import type { Tools } from '../../src/actions/tools.ts'
import { canonicalYaml } from '../../src/factory/canonical-yaml.ts'
import { schematicOf } from '../../src/factory/schematic.ts'
import { hashOf } from '../../src/factory/schematic-id.ts'
import { inventoryOf } from '../../src/live/inventory.ts'
import type { Live } from '../../src/live/live.ts'
import { observeCluster } from '../../src/live/observe.ts'
import type { Desired, Image } from '../../src/resolve/desired.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { machineConfigs } from '../../src/run/machine-configs.ts'
import { type Loaded, loadText } from '../../src/spec/load.ts'
import { printDocuments } from '../../src/talos/document/print.ts'
import { silentLog } from '../../src/world/log.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import { proxmoxTools } from '../../test/actions/proxmox/proxmox-tools.ts'
import { quickBundle } from '../../test/sim/talos/lab.ts'
import { type JumpClock, jumpClock } from './jump-clock.ts'
import { promptClient } from './prompt-client.ts'

/** What a world takes beyond what its machines do. */
export interface Latencies {
  /** Milliseconds of every call that changes something. */
  readonly callMs?: number
  /** How long machines take for what they do; as genuine ones unless told. */
  readonly timing?: Timing
}

/** A world that nothing stands between us and, with a cluster that is to be made in it. */
export interface IdealWorld {
  readonly clock: JumpClock
  readonly running: RunningWorld
  readonly desired: Desired
  readonly live: Live
  readonly tools: Tools
  /** Configs by the name of the machine. */
  readonly configs: ReadonlyMap<string, string>
}

/** Opens the world of a cluster file in which nothing is there yet; who opened it stops it. */
export async function openIdealWorld(text: string, { callMs = 0, timing }: Latencies): Promise<IdealWorld> {
  const loaded = await loadText(text, 'cluster.yaml')
  const alone = resolved(loaded)
  // Kubernetes counts in whole seconds, so that the part of one at which a world begins would show in what it takes.
  const clock = jumpClock(Math.floor(Date.now() / 1000) * 1000)
  const running = startWorld({ world: begin({ cluster: alone }, clock.now()), speed: 1, clock, timing })
  for (const { image } of alone.machines) keepSchematic(running.world, canonicalYaml(schematicOf(image)))
  const proxmox = promptClient(running.sim, callMs)
  const observed = await clock.until(observeCluster(proxmox, alone))
  const desired = resolved(loaded, inventoryOf(observed, alone.machines))
  return {
    clock,
    running,
    desired,
    live: {
      proxmox: observed,
      schematics: Object.fromEntries(desired.machines.map(({ name, image }) => [name, schematic(image)])),
      nodes: {},
      etcd: { state: 'none', members: [] },
      kubernetes: { kind: 'absent' },
      home: { secrets: 'missing', clientConfigs: 'missing' },
    },
    tools: proxmoxTools({ desired, clock, proxmox, schematic: async ({ image }) => schematic(image) }),
    configs: await configsOf(loaded, desired),
  }
}

function resolved(loaded: Loaded, inventory?: Parameters<typeof resolve>[1]): Desired {
  const { desired, problems } = resolve(loaded, inventory)
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return desired
}

const schematic = (image: Image): string => hashOf(canonicalYaml(schematicOf(image)))

async function configsOf(loaded: Loaded, desired: Desired): Promise<ReadonlyMap<string, string>> {
  const { endpoint } = desired.network
  if (endpoint === undefined) throw new Error('the Kubernetes API of a bench has an address of its own')
  const bundle = await quickBundle(new Date())
  const places = { env: {}, folder: '.', log: silentLog }
  const source = {
    loaded,
    desired,
    bundle,
    endpoint,
    schematic,
    learnt: () => undefined,
    places,
    redaction: createRedaction(),
  }
  const documents = await machineConfigs(source, desired.machines)
  return new Map([...documents].map(([name, each]) => [name, printDocuments(each)]))
}
