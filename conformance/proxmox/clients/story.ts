import { spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { robot } from '../people.ts'
import { type SimulatedProxmox, startProxmox } from '../simulated.ts'

interface Check {
  readonly check: string
  readonly error?: string
}

/** Lets a genuine client tell its story to a simulated Proxmox; each check of it becomes a test. */
export async function tellStory(command: string, args: readonly string[]): Promise<void> {
  const proxmox = await startProxmox()
  afterAll(() => proxmox.stop())
  const before = await proxmox.settled()
  const checks: Check[] = []
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: environment(proxmox) })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) checks.push(JSON.parse(line))
  const code = await ended

  for (const { check, error } of checks) test(check, () => expect(error).toBeUndefined())
  test('the story ends, and the world is as it was before', async () => {
    expect(code).toBe(0)
    expect(await proxmox.settled()).toEqual(before)
  })
}

function environment({ port, authorityFile }: SimulatedProxmox): NodeJS.ProcessEnv {
  // Loopback is no business of a proxy.
  const { HTTPS_PROXY: _, https_proxy: __, ALL_PROXY: ___, all_proxy: ____, ...own } = process.env
  return {
    ...own,
    PROXMOX_PORT: String(port),
    PROXMOX_CA: authorityFile,
    PROXMOX_SECRET: robot.secret,
    PROXMOX_PASSWORD: robot.password,
  }
}
