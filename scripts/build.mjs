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
// Commander asks for Node's modules one by one through a require that has to be made first, and for child processes that
// only commands in files of their own need: without both, every command starts some milliseconds earlier.
const commanderBuiltIns = {
  name: 'commander-built-ins',
  transform: (code, id) =>
    /node_modules.commander/.test(id)
      ? code
          .replace("require('node:child_process')", '{}')
          .replaceAll(/require\('(node:\w+)'\)/g, "globalThis.process.getBuiltinModule('$1')")
      : undefined,
}
const bundle = await rolldown({
  input: { talmox: path.join(root, 'src/cli/talmox.ts') },
  platform: 'node',
  // The build of yaml for browsers is the one with ES modules, of which only what is used gets bundled.
  resolve: { alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') } },
  plugins: [commanderBuiltIns],
  transform: { define: { __TALMOX_VERSION__: JSON.stringify(version) } },
})
await bundle.write({
  dir: path.join(dist, 'cli'),
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  // Less text starts faster; names are kept, so that the stack of a bug can be read.
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  // Every file costs milliseconds to find: what every command needs is one, what reads a cluster file another.
  codeSplitting: {
    groups: [
      { name: 'main', test: /src.cli.main\.ts/, priority: 2 },
      { name: 'cluster', test: /src.(cli.read-cluster|spec.render-problems)\.ts/, priority: 1 },
    ],
  },
})
await bundle.close()
chmodSync(path.join(dist, 'cli', 'talmox.js'), 0o755)
