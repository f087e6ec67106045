import { spawnSync } from 'node:child_process'
import process from 'node:process'

// Fetched when it is needed and never installed: the package carries an install script, which nothing here may have.
const BUF = '@bufbuild/buf@1.74.0'

/** Runs the protobuf compiler; `--offline` makes it fail at once where it was never fetched. */
function buf(args: readonly string[], npmFlags: readonly string[]) {
  const npm = ['exec', '--yes', '--ignore-scripts', ...npmFlags, `--package=${BUF}`, '--', 'buf', ...args]
  return spawnSync('npm', npm, { encoding: 'utf8', shell: process.platform === 'win32' })
}

/** Whether the protobuf compiler can run without fetching anything. */
export const hasCompiler = (): boolean => buf(['--version'], ['--offline']).status === 0

/** Compiles `proto/` to TypeScript below a folder, as `src/talos/gen/…`. */
export function generateProtocol(folder: string, npmFlags: readonly string[] = []): void {
  const done = buf(['generate', '--template', 'proto/buf.gen.yaml', '-o', folder], npmFlags)
  if (done.status !== 0) throw new Error(`the protobuf compiler failed: ${done.stderr}`)
}

if (process.argv[1]?.endsWith('scripts/gen/proto.ts')) generateProtocol('.')
