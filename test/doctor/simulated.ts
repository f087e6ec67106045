import path from 'node:path'
import { serveFactory } from '../../sim/factory/server.ts'
import { mappedNetwork } from '../../sim/network/mapped.ts'
import type { WorldSeed } from '../../sim/world/seed.ts'
import { webAuthorityOf } from '../../sim/world/web-authority.ts'
import { needsOf } from '../../src/proxmox/permissions/needs.ts'
import { rolesOf } from '../../src/proxmox/permissions/roles.ts'
import type { Dial } from '../../src/world/dial.ts'
import { realDial } from '../../src/world/dial.ts'
import { realListen } from '../../src/world/listen.ts'
import { type Run, run } from '../cli/run.ts'
import { give } from '../proxmox/permissions/caller.ts'
import { example, worldFor } from '../proxmox/permissions/world-for.ts'
import { root } from '../shared-data.ts'
import { type Running, withWorld } from '../sim/harness.ts'

const SECRET = '00000000-0000-4000-8000-000000000001'

/** How a datacenter differs from one that has everything. */
export interface Case {
  readonly file?: string
  readonly flavour?: '8.4' | '9.2'
  /** Changes the datacenter before it starts. */
  readonly seed?: (seed: WorldSeed) => WorldSeed
  /** Changes it while it runs, with all rights given. */
  readonly upset?: (running: Running) => Promise<void> | void
  readonly token?: string
  /** Who else answers in the network. */
  readonly neighbours?: readonly string[]
  /** This computer reaches nobody but Proxmox. */
  readonly offline?: boolean
  readonly clockAhead?: number
  /** How fast its time passes; what a call takes counts so many times. */
  readonly speed?: number
  readonly arguments?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Told every call that Proxmox gets from the examination. */
  readonly heard?: (call: string) => void
}

/** Runs `talmox doctor` for an example file against a simulated datacenter, with a token that has exactly its rights. */
export async function doctor({ file = 'homelab.yaml', flavour = '9.2', ...options }: Case = {}): Promise<Run> {
  const desired = await example(file)
  const seed = worldFor(desired, flavour)
  const release = flavour === '8.4' ? '8' : '9'
  let result: Run | undefined
  await withWorld(
    async (running) => {
      await give(running, rolesOf(desired.name, needsOf(desired, { release })), ['talmox@pve', 'test'])
      const web = await webOf(running)
      await options.upset?.(running)
      running.sim.hooks.before.push(({ method, path: asked }) => options.heard?.(`${method.verb} ${asked}`))
      const { clock } = running.sim
      const ahead = options.clockAhead ?? 0
      result = await run(['doctor', '-f', path.join('examples', file), ...(options.arguments ?? [])], {
        cwd: root,
        env: {
          PROXMOX_VE_API_TOKEN: `${options.token ?? 'talmox@pve!test'}=${SECRET}`,
          PROXMOX_VE_INSECURE: '1',
          ...options.env,
        },
        world: {
          clock: { now: () => clock.now() - ahead, after: clock.after },
          dial: dialInto(running.port, options.neighbours ?? [], options.offline ? undefined : web.dial),
          authorities: web.authorities,
          listen: realListen,
        },
      })
      web.close()
    },
    options.seed?.(seed) ?? seed,
    options.speed,
  )
  if (result === undefined) throw new Error('doctor did not end')
  return result
}

/** Where the image factory of a world answers, and who vouches for it. */
export async function webOf({ sim: { world, clock } }: Running) {
  const network = mappedNetwork(clock)
  network.listen(new URL(world.factory.url).hostname, 443, await serveFactory(world))
  return { dial: network.dial, close: network.close, authorities: [(await webAuthorityOf(world)).crt] }
}

/** All endpoints lead to the simulated Proxmox; of the other addresses only those of neighbours answer. */
export function dialInto(port: number, neighbours: readonly string[], web?: Dial): Dial {
  return (host, wanted, signal) => {
    if (wanted === 8006) return realDial('127.0.0.1', port, signal)
    if (wanted === 443 && web !== undefined) return web(host, wanted, signal)
    const code = neighbours.includes(host) ? 'ECONNREFUSED' : 'EHOSTUNREACH'
    return Promise.reject(Object.assign(new Error(`connect ${code} ${host}:${wanted}`), { code }))
  }
}
