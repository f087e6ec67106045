// `npm start`: the main job on a fresh clone; `npm start -- ARGS` is talmox with those arguments.
import process from 'node:process'
import { build, install, root, run } from './setup.mjs'

install()
build()
const args = process.argv.slice(2)
const demo = ['show', '-f', 'examples/homelab.yaml']
// npm runs scripts in the package folder; a user's relative paths mean the folder npm was called in.
const cwd = args.length > 0 ? (process.env.INIT_CWD ?? root) : root
run(process.execPath, [`${root}/dist/cli/talmox.js`, ...(args.length > 0 ? args : demo)], { cwd })
