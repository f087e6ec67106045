import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'

const root = path.resolve(import.meta.dirname, '../..')

/** `talmox sim`, running, with what it has told. */
export interface SimCommand {
  /** The variables that it tells people to export for other programs. */
  readonly exported: Readonly<Record<string, string>>
  /** What its control endpoint tells of the world. */
  readonly summary: () => Promise<unknown>
  /** Asks it to end if it still runs, and tells its exit code. */
  readonly stop: () => Promise<number | null>
}

/** Starts the command as people do, on a cluster file of the examples. */
export async function startSimCommand(file: string): Promise<SimCommand> {
  const args = [path.join(root, 'scripts/start.mjs'), 'sim', '-f', file, '--speed', '10']
  const { INIT_CWD: _, ...env } = process.env
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const told: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(line)
    if (line.startsWith('Ctrl-C')) break
  }
  const control = /^control +(\S+)/m.exec(told.join('\n'))?.[1] ?? ''
  return {
    exported: Object.fromEntries(
      [...told.join('\n').matchAll(/(PROXMOX_VE_\w+)='?([^'\s]+)/g)].map(([, name = '', value = '']) => [name, value]),
    ),
    summary: async () => (await fetch(control)).json(),
    async stop() {
      if (child.exitCode === null) await fetch(`${control}/shutdown`, { method: 'POST' })
      return ended
    },
  }
}
