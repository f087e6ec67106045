import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** Whether the openssl command is there; says loudly when it is not. */
export function hasOpenssl(): boolean {
  const found = spawnSync('openssl', ['version']).status === 0
  if (!found)
    process.stderr.write('SKIPPED: the openssl command is not installed, strict checks by OpenSSL did not run\n')
  return found
}

/** Runs openssl and gives back all it said, with its exit status. */
export function openssl(args: readonly string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('openssl', args, { input, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
