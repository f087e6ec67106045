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
const always =
  /rolldown.runtime|node_modules.commander|src.(user-error|spec.(nearest|visible-text)|cli.((?!talmox|read-|zod-)[a-z-]+\.ts|commands|init.choices))/
const toReadCluster = /node_modules.(yaml|zod|ipaddr)|src.(spec|resolve|placement|net|units|cli.(read-|zod-))/
const bundle = await rolldown({
  input: { talmox: path.join(root, 'src/cli/talmox.ts') },
  platform: 'node',
  preserveEntrySignatures: false,
  // The build of yaml for browsers is the one with ES modules, of which only what is used gets bundled.
  resolve: { alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') } },
  transform: { define: { __TALMOX_VERSION__: JSON.stringify(version) } },
})
await bundle.write({
  dir: path.join(dist, 'cli'),
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  // Less text starts faster; names are kept, so that the stack of a bug can be read.
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  // Every file costs milliseconds to find, so what is always loaded together is in one.
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'main', test: always, priority: 2 },
      { name: 'cluster', test: toReadCluster, priority: 1 },
    ],
  },
})
await bundle.close()
chmodSync(path.join(dist, 'cli', 'talmox.js'), 0o755)
