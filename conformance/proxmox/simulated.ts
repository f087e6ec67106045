import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
export async function startProxmox(): Promise<SimulatedProxmox> {
  const program = [path.join(root, 'scripts/run.mjs'), 'conformance/proxmox/serve.ts', 'conformance/proxmox/world.yaml']
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
  const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-conformance-'))
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
        if (tasks.every((task) => task.status !== undefined)) return lasting
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
