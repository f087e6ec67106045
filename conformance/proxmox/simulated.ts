import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../sim/world/world.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A simulated Proxmox in a process of its own. */
export interface SimulatedProxmox {
  readonly port: number
  /** A file with the certificate of who signed that of the server. */
  readonly authorityFile: string
  /** A folder for what belongs to this run. */
  readonly scratch: string
  readonly world: () => Promise<World>
  /** What lasts of the world, when every task that clients have left behind has ended. */
  readonly settled: () => Promise<Omit<World, 'tasks' | 'log' | 'lastPid'>>
  readonly stop: () => Promise<void>
}

/** Starts one with the world of this folder; its time runs ten times as fast, so that tasks take a moment only. */
export async function startProxmox(flavour: World['flavour'] = '9.2'): Promise<SimulatedProxmox> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-conformance-'))
  const worldFile = path.join(scratch, 'world.yaml')
  writeFileSync(worldFile, worldOf(flavour))
  const program = [path.join(root, 'scripts/run.mjs'), 'conformance/proxmox/serve.ts', worldFile]
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => {
    const { value } = await lines.next()
    if (typeof value !== 'string') throw new Error('the simulated Proxmox has ended')
    return value
  }
  const { port, authority }: { port: number; authority: string } = JSON.parse(await nextLine())
  const world = async () => {
    child.stdin.write('\n')
    const world: World = JSON.parse(await nextLine())
    return world
  }
  const authorityFile = path.join(scratch, 'pve-root-ca.pem')
  writeFileSync(authorityFile, authority)
  return {
    port,
    authorityFile,
    scratch,
    world,
    async settled() {
      for (;;) {
        const { tasks, log: _, lastPid: __, ...lasting } = await world()
        if (tasks.every((task) => task.status !== undefined)) return { ...lasting, firewalls: written(lasting) }
        await sleep(50)
      }
    },
    async stop() {
      child.stdin.end()
      await ended
      rmSync(scratch, { recursive: true })
    },
  }
}

/** The world of this folder, with the name that a release has for the right to ask guest agents. */
function worldOf(flavour: World['flavour']): string {
  const world = readFileSync(path.join(import.meta.dirname, 'world.yaml'), 'utf8')
  const named = flavour === '8.4' ? world.replace('VM.GuestAgent.Audit', 'VM.Monitor') : world
  return named.replace(/^flavour: .*$/m, `flavour: '${flavour}'`)
}

/** Firewalls that say something: a file that has become empty is as good as none. */
function written({ firewalls }: Pick<World, 'firewalls'>): World['firewalls'] {
  const saysNothing = (firewall: object) => Object.values(firewall).every((part) => Object.keys(part).length === 0)
  return Object.fromEntries(Object.entries(firewalls).filter(([, firewall]) => !saysNothing(firewall)))
}
