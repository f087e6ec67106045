import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import { UserError } from '../../user-error.ts'
import type { Clock } from '../../world/clock.ts'

const clockAnswer = z.object({ now: z.number(), speed: z.number() })

const accessAnswer = z.object({
  endpoints: z.array(z.object({ url: z.string(), fingerprint: z.string() })),
  token: z.string().optional(),
  password: z.string().optional(),
  webAuthority: z.string(),
})

/** Asks a running simulator for its time and how its Proxmox is reached. */
export async function askControl(url: string) {
  const clock = clockAnswer.parse(await get(url, '/clock'))
  const { token, password, ...rest } = accessAnswer.parse(await get(url, '/access'))
  return { clock: followingClock(clock.now, clock.speed), access: { ...rest, token, password } }
}

async function get(url: string, path: string): Promise<unknown> {
  try {
    const answer = await fetch(new URL(path, url))
    return await answer.json()
  } catch (cause) {
    throw new UserError('simulate', `no talmox sim answers at ${url}`, { hint: 'is it still running?', cause })
  }
}

/** A clock that goes as the one of the simulator does. */
function followingClock(now: number, speed: number): Clock {
  const origin = performance.now()
  return {
    now: () => now + (performance.now() - origin) * speed,
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds / speed)
      return () => clearTimeout(timer)
    },
  }
}
