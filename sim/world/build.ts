import { randomBytes } from 'node:crypto'
import { parse } from 'yaml'
import type { z } from 'zod'
import { seedAccess } from './access-seed.ts'
import { buildHost } from './build-host.ts'
import type { Section } from './section.ts'
import { type WorldSeed, worldSeed } from './seed.ts'
import { readUrls } from './urls-seed.ts'
import { buildVolume } from './volume-seed.ts'
import { emptyWorld, type World } from './world.ts'

const DEFAULT_STORAGE_BYTES = 256 * 1024 ** 3

type Seed = z.output<typeof worldSeed>

/** Makes a world from its start, at a simulated moment in milliseconds. */
export function buildWorld(written: WorldSeed, now: number): World {
  const seed = worldSeed.parse(written)
  const world = emptyWorld(seed.flavour, randomBytes(32).toString('base64'))
  if (seed.cluster !== undefined) world.cluster = { name: seed.cluster }
  world.hosts = seed.nodes.map((node, at) => hostOf(seed, node, at, now))
  for (const storage of seed.storages) addStorage(world, storage, Math.floor(now / 1000))
  seedAccess(world, seed)
  world.guests = { acpi: !seed.guest_os?.startsWith('none') }
  if (seed.guest_agent !== undefined) world.guests.agent = {}
  world.urls = readUrls(seed.urls)
  const { url = world.factory.url, sizes = {} } = seed.factory ?? {}
  world.factory = { url, schematics: {}, sizes }
  return world
}

/** Makes a world from a YAML text of the same shape. */
export const buildWorldFromYaml = (yaml: string, now: number): World => buildWorld(worldSeed.parse(parse(yaml)), now)

function hostOf(seed: Seed, node: Seed['nodes'][number], at: number, now: number) {
  const given = typeof node === 'string' ? { name: node } : node
  return buildHost({
    cores: seed.cpus,
    bridges: seed.bridges,
    ...given,
    ip: ('ip' in given ? given.ip : undefined) ?? nextAddress(seed.node_ip, at),
    memoryBytes: 'memory' in given ? given.memory : undefined,
    id: seed.cluster === undefined ? at : at + 1,
    now,
  })
}

function nextAddress(first: string, steps: number): string {
  return first.replace(/\d+$/, (last) => String(Number(last) + steps))
}

function addStorage(world: World, seed: Seed['storages'][number], ctime: number): void {
  const { storage, type, content, nodes, total = DEFAULT_STORAGE_BYTES, volumes = [], ...rest } = seed
  const options: Section = { content: content.join(','), ...(nodes === undefined ? {} : { nodes: nodes.join(',') }) }
  for (const [key, value] of Object.entries(rest)) {
    if (typeof value === 'string' || typeof value === 'number') options[key] = value
  }
  world.storages.push({ storage, type, options, totalBytes: total })
  const node = options.shared === 1 ? undefined : world.hosts[0]?.name
  world.volumes.push(...volumes.map((volume) => buildVolume(volume, node, ctime)))
}
