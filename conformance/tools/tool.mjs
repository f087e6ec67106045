// What genuine programs have in common: a folder of the cache by name and version, filled once.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { cache } from '../cache.mjs'

/** A genuine program: `make` fills its folder, and `main` is the file in it that is run. */
export function tool({ name, title, version, folder: own = `${name}-${version}`, main, needs, make }) {
  const folder = path.join(cache, 'tools', own)
  const complete = path.join(folder, '.complete')
  return {
    name,
    title: `${title} ${version}`,
    version,
    folder,
    file: path.join(folder, main),
    needs,
    isBuilt: () => existsSync(complete),
    build() {
      if (existsSync(complete)) return
      const started = performance.now()
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      make(folder)
      writeFileSync(complete, '')
      console.error(`built ${title} ${version} in ${Math.round((performance.now() - started) / 1000)} s`)
    },
  }
}

/** Runs a program at the lowest priority; throws when it fails. */
export function runQuietly(program, args, { cwd, env = {} } = {}) {
  const done = spawnSync('nice', ['-n', '19', program, ...args], {
    cwd,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
  })
  if (done.error !== undefined) throw done.error
  if (done.status !== 0) throw new Error(`${program} ${args[0]} ended with ${done.status ?? done.signal}`)
}
