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
// Node's modules are loaded when the first module that needs them is, and of their names only those that are used are read.
const lazyBuiltIns = {
  name: 'lazy-built-ins',
  resolveId: (id) => (id.startsWith('node:') ? { id: `\0${id}`, moduleSideEffects: false } : null),
  load(id) {
    if (!id.startsWith('\0node:')) return null
    const name = id.slice(1)
    const names = Object.keys(process.getBuiltinModule(name)).filter(
      (key) => /^[a-z]\w*$/i.test(key) && key !== 'default',
    )
    return [
      `const builtIn = globalThis.process.getBuiltinModule('${name}')`,
      'export default builtIn',
      ...names.map((key) => `export const ${key} = builtIn.${key}`),
    ].join('\n')
  },
}
// A text of one byte for each character is read, hashed and compiled in half the time, wherever the characters stand.
const asciiOnly = {
  name: 'ascii-only',
  generateBundle(_, bundle) {
    const escaped = (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
    for (const chunk of Object.values(bundle)) chunk.code = chunk.code.replaceAll(/[^\0-\x7f]/g, escaped)
  },
}
const options = {
  platform: 'node',
  // The build of yaml for browsers is the one with ES modules, of which only what is used gets bundled.
  resolve: { alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') } },
  treeshake: { propertyReadSideEffects: false },
  transform: { define: { __TALMOX_VERSION__: JSON.stringify(version) } },
}
// CommonJS, because the engine's compiled code can be kept for it on every Node that talmox supports; few files, because
// finding a file costs more than skipping a function that is not called. Only the simulator is a file of its own: most
// commands never need it, and reading past it would cost each of them.
const isSimulator = (id) => id.startsWith(path.join(root, 'sim') + path.sep)
const ownNames = ['sim', 'rolldown-runtime']
const files = {
  talmox: { codeSplitting: false },
  main: {
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'sim', test: isSimulator, priority: 2 },
        { name: 'program', test: () => true, priority: 1 },
      ],
    },
    // What a command imports when it needs it is in the same file, but runs only then.
    strictExecutionOrder: true,
  },
}
for (const [name, output] of Object.entries(files)) {
  const bundle = await rolldown({
    ...options,
    plugins: name === 'main' ? [lazyBuiltIns, commanderBuiltIns, asciiOnly] : [],
    preserveEntrySignatures: 'allow-extension',
    // What is imported when it is needed stays in the file all the same.
    checks: { ineffectiveDynamicImport: false },
    input: path.join(root, 'src/cli', `${name}.ts`),
  })
  await bundle.write({
    dir: path.join(dist, 'cli'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    // The large file would bear the name of any module in it that is imported when it is needed.
    chunkFileNames: ({ name: chunk }) => (ownNames.includes(chunk) ? '[name].cjs' : 'program.cjs'),
    // Less text starts faster; names are kept, so that the stack of a bug can be read.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    ...output,
  })
  await bundle.close()
}
chmodSync(path.join(dist, 'cli', 'talmox.cjs'), 0o755)
