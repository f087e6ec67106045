// Builds the package: the library file by file with its types, the CLI as a bundle that starts fast.
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { install, root, run } from './setup.mjs'

install()
const dist = path.join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'])

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const { rolldown } = await import('rolldown')
const bundle = await rolldown({
  input: { talmox: path.join(root, 'src/cli/talmox.ts') },
  platform: 'node',
  transform: { define: { __TALMOX_VERSION__: JSON.stringify(version) } },
})
await bundle.write({ dir: path.join(dist, 'cli'), format: 'esm', chunkFileNames: '[name]-[hash].js' })
await bundle.close()
chmodSync(path.join(dist, 'cli', 'talmox.js'), 0o755)
