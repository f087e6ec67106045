// `npm start`: the main job on a fresh clone; `npm start -- ARGS` is talmox with those arguments.
import process from 'node:process'
import { build, install, root, run } from './setup.mjs'

install()
build()
const args = process.argv.slice(2)
const talmox = (words, cwd) => run(process.execPath, [`${root}/dist/cli/talmox.cjs`, ...words], { cwd })
if (args.length > 0) {
  // npm runs scripts in the package folder; a user's relative paths mean the folder npm was called in.
  talmox(args, process.env.INIT_CWD ?? root)
} else {
  const example = ['-f', 'examples/homelab.yaml']
  talmox(['validate', ...example], root)
  talmox(['show', ...example], root)
  console.log(`
next, to try:
  npm start -- show homelab-cp-1 --origin ${example.join(' ')}
  npm start -- init my.yaml --hosts pve1,pve2,pve3
  npm start -- --help`)
}
