import path from 'node:path'
import type { Desired } from '../resolve/desired.ts'
import { UserError } from '../user-error.ts'
import type { World } from '../world/world.ts'
import type { Session } from './command.ts'
import { type Flags, type FlagValues, number, optionalText } from './flag.ts'

/** Fast enough that nobody waits for a boot, slow enough that progress can be followed. */
export const DEFAULT_SPEED = 60

/** The flags of commands that can deal with a simulated world instead of the real one. */
export const simulateFlags = {
  simulate: optionalText('URL', {
    about: 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL',
  }),
  speed: number('N', 0.01, {
    about: 'simulated seconds per real one, with --simulate',
    otherwise: String(DEFAULT_SPEED),
  }),
} satisfies Flags

/** What a command deals with: the cluster as it is to be reached, and its session. */
export interface Reached {
  readonly desired: Desired
  readonly session: Session
}

/** A simulated world that has been entered. */
interface Entered {
  readonly world: World
  readonly endpoints: readonly { readonly url: string; readonly fingerprint: string }[]
  readonly token: string | undefined
  readonly password: string | undefined
  readonly leave: () => void
}

/** Runs a command with the world that its flags choose: as it is, or simulated; the simulated one is left in the end. */
export async function inWorld<T>(
  flags: FlagValues<typeof simulateFlags>,
  file: string,
  reached: Reached,
  run: (reached: Reached) => Promise<T>,
): Promise<T> {
  if (flags.simulate === false) return run(reached)
  const { desired, session } = reached
  const entered =
    typeof flags.simulate === 'string'
      ? await enterRemote(flags.simulate)
      : await enterEmbedded(
          desired,
          path.resolve(session.io.cwd, path.dirname(file)),
          flags.speed ?? DEFAULT_SPEED,
          session.io.version,
        )
  try {
    return await run(redirected(desired, session, entered))
  } finally {
    entered.leave()
  }
}

/** The cluster and the session with everything that leads to the simulated world instead. */
function redirected(desired: Desired, session: Session, entered: Entered): Reached {
  const { endpoints, world, token, password } = entered
  const byPassword = desired.proxmox.credentials.type === 'password' || token === undefined
  const env = {
    ...session.io.env,
    TALMOX_PROXMOX_ENDPOINT: endpoints.map(({ url }) => url).join(','),
    TALMOX_PROXMOX_API_TOKEN: byPassword ? undefined : token,
    TALMOX_PROXMOX_USERNAME: byPassword ? 'root@pam' : undefined,
    TALMOX_PROXMOX_PASSWORD: byPassword ? password : undefined,
  }
  const tls = { fingerprint: endpoints.map(({ fingerprint }) => fingerprint) }
  return {
    desired: { ...desired, proxmox: { ...desired.proxmox, tls } },
    session: { ...session, world, io: { ...session.io, env } },
  }
}

async function enterEmbedded(desired: Desired, folder: string, speed: number, version: string): Promise<Entered> {
  const { embedWorld } = await import('../../sim/embed.ts')
  const state = path.join(folder, '.talmox', desired.name, 'world.jsonl')
  const { running, access } = await embedWorld(desired, state, speed, `talmox ${version}`)
  const { clock, dial, listen, stop } = running
  return { ...access, world: { clock, dial, listen, authorities: [access.webAuthority] }, leave: stop }
}

async function enterRemote(url: string): Promise<Entered> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'http:') {
    throw new UserError('simulate', `${url} is not the address of a talmox sim`, {
      hint: 'it is the line that talmox sim prints, such as http://127.0.0.1:41234; without it, write --simulate last',
    })
  }
  const { askControl } = await import('./sim/ask-control.ts')
  const { tunnelDial } = await import('../world/tunnel.ts')
  const { tunnelListen } = await import('../world/tunnel-listen.ts')
  const { clock, access } = await askControl(url)
  const through = new URL(url)
  const authorities = [access.webAuthority]
  const world = { clock, dial: tunnelDial(through), listen: tunnelListen(through), authorities }
  return { ...access, world, leave: () => undefined }
}
