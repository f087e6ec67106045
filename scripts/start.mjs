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
  // Without a Proxmox at hand, the whole life of a cluster can be tried on a simulated one.
  talmox(['up', '-f', 'examples/homelab.yaml', '--simulate', '--yes'], root)
  console.log(`
and for a cluster of your own:
  npm start -- init my.yaml --hosts pve1,pve2,pve3
  npm start -- --help`)
}
