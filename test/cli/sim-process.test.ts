import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../../sim/replay/http-client.ts'
import { root } from '../shared-data.ts'
import { emptyFolder } from './run.ts'

const talmox = path.join(root, 'dist/cli/talmox.cjs')
if (!existsSync(talmox)) throw new Error('dist/ is missing: npm test builds it first')

const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

function start(cwd: string, args: readonly string[]): ChildProcess {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [talmox, ...args], { cwd, env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.on('close', () => running.delete(child))
  return child
}

/** Runs a command to its end. */
async function finish(cwd: string, ...args: readonly string[]) {
  const child = start(cwd, args)
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

interface Simulation {
  readonly child: ChildProcess
  readonly control: string
  readonly endpoint: string
}

/** Starts a simulator and waits until it says where it is. */
async function simulate(cwd: string, ...args: readonly string[]): Promise<Simulation> {
  const child = start(cwd, ['sim', ...args])
  if (child.stdout === null) throw new Error('bug: a process without output')
  const said = new Map<string, string>()
  for await (const line of createInterface({ input: child.stdout })) {
    const [, word = '', value = ''] = /^(endpoint|control) +(\S+)$/.exec(line) ?? []
    said.set(word, value)
    const [control, endpoint] = [said.get('control'), said.get('endpoint')]
    if (control !== undefined && endpoint !== undefined) return { child, control, endpoint }
  }
  throw new Error('the simulator ended before it had said where it is')
}

/** Asks the API of a simulated Proxmox as root. */
async function asRoot({ control, endpoint }: Simulation) {
  const { password } = JSON.parse(await (await fetch(`${control}/access`)).text())
  const client = createClient(new URL(endpoint))
  const send = async (method: string, at: string, form: Record<string, string>, headers: Record<string, string>) => {
    const body = method === 'GET' ? undefined : new URLSearchParams(form).toString()
    const about = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body?.length ?? 0) }
    const all = { ...headers, ...(body === undefined ? {} : about) }
    const { status, reason, text } = await client.send({ method, path: `/api2/json${at}`, headers: all, body })
    if (status !== 200) throw new Error(`${method} ${at}: ${status} ${reason}`)
    return JSON.parse(text).data
  }
  const login = await send('POST', '/access/ticket', { username: 'root@pam', password }, {})
  const headers = { Cookie: `PVEAuthCookie=${login.ticket}`, CSRFPreventionToken: login.CSRFPreventionToken }
  return {
    ask: (method: string, at: string, form: Record<string, string> = {}) => send(method, at, form, headers),
    close: () => client.close(),
  }
}

function clusterFolder(example: string): string {
  const cwd = emptyFolder()
  cpSync(path.join(root, 'examples', `${example}.yaml`), path.join(cwd, 'cluster.yaml'))
  return cwd
}

describe('a simulator that is a process of its own', () => {
  test('satisfies doctor, until one privilege is taken away', async () => {
    const cwd = clusterFolder('homelab')
    const simulation = await simulate(cwd)
    const well = await finish(cwd, 'doctor', '--simulate', simulation.control, '--json')
    expect({ code: well.code, stderr: well.stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(well.stdout).ok).toBe(true)

    const { ask, close } = await asRoot(simulation)
    const privileges = Object.keys(await ask('GET', '/access/roles/Administrator'))
    const privs = privileges.filter((each) => each !== 'VM.PowerMgmt').join(',')
    await ask('POST', '/access/roles', { roleid: 'Nearly', privs })
    const entry = { path: '/', users: 'talmox@pve' }
    await ask('PUT', '/access/acl', { ...entry, roles: 'Administrator', delete: '1' })
    await ask('PUT', '/access/acl', { ...entry, roles: 'Nearly' })
    close()

    const sick = await finish(cwd, 'doctor', '--simulate', simulation.control)
    expect(sick.code).toBe(4)
    expect(sick.stdout).toMatch(/^fail +permissions .*VM\.PowerMgmt/m)
  })

  test('goes on where it was killed: its machines have been on all along', async () => {
    const cwd = clusterFolder('single-node')
    const keeping = ['--speed', '60', '--state', 'world.jsonl']
    const first = await simulate(cwd, ...keeping)
    const up = await finish(cwd, 'up', '--yes', '--simulate', first.control)
    expect(up.code, up.stdout + up.stderr).toBe(0)
    const before = await lookAt(first)
    first.child.kill('SIGKILL')
    await once(first.child, 'close')

    const second = await simulate(cwd, ...keeping)
    const after = await lookAt(second)
    expect(after.started).toEqual(before.started)
    expect(after.uptime).toBeGreaterThanOrEqual(before.uptime)
    const plan = await finish(cwd, 'plan', '--detailed-exitcode', '--simulate', second.control)
    expect({ code: plan.code, stdout: plan.stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('nothing to do'),
    })
  })
})

/** How long the first machine has been on, and what was ever started. */
async function lookAt(simulation: Simulation): Promise<{ readonly uptime: number; readonly started: unknown }> {
  const { ask, close } = await asRoot(simulation)
  const [machine] = await ask('GET', '/cluster/resources?type=vm')
  const tasks = await ask('GET', `/nodes/${machine.node}/tasks?typefilter=qmstart`)
  close()
  return { uptime: machine.uptime, started: tasks.map(({ upid }: { readonly upid: string }) => upid) }
}
