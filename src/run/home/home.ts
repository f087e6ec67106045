import { chmod, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'

/** The files that a cluster lives by, beside its cluster file. */
export interface Home {
  readonly cluster: string
  readonly folder: string
  readonly secrets: string
  readonly facts: string
  readonly journal: string
  readonly lock: string
}

/** The home of a cluster; `clusterFile` is absolute. */
export function homeOf(clusterFile: string, cluster: string): Home {
  const folder = path.join(path.dirname(clusterFile), '.talmox', cluster)
  const inside = (name: string) => path.join(folder, name)
  return {
    cluster,
    folder,
    secrets: inside('secrets.yaml'),
    facts: inside('cluster.json'),
    journal: inside('journal.jsonl'),
    lock: inside('lock'),
  }
}

/** Makes the home if it is not there, and closes it to everyone else: a copy or a checkout may have opened it. */
export async function prepareHome({ folder }: Home): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') return
  for (const one of [path.dirname(folder), folder]) {
    const { mode } = await stat(one)
    if ((mode & 0o077) !== 0) await chmod(one, 0o700)
  }
}
