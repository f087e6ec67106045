// Runs one of the repository's own TypeScript programs: Node 20 cannot read TypeScript by itself.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { install, root } from './setup.mjs'

install()
const [program, ...args] = process.argv.slice(2)
if (program === undefined) throw new Error('usage: node scripts/run.mjs PROGRAM.ts [ARGS]')
const { rolldown } = await import('rolldown')
const out = path.join(root, 'node_modules', '.talmox-run', String(process.pid))
mkdirSync(out, { recursive: true })
const bundle = await rolldown({
  input: path.resolve(root, program),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
})
const { output } = await bundle.write({ dir: out, format: 'esm', entryFileNames: '[name].mjs' })
await bundle.close()
process.on('exit', () => rmSync(out, { recursive: true, force: true }))
process.argv = [process.argv[0], program, ...args]
await import(pathToFileURL(path.join(out, output[0].fileName)).href)
