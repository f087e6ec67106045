import { cpSync } from 'node:fs'
import path from 'node:path'
import { program } from '../requirements.mjs'
import { runQuietly, tool } from './tool.mjs'

/** A Proxmox client of the Node world that follows the releases of Proxmox; `file` is the module. */
export const cv4pve = tool({
  name: 'cv4pve',
  title: 'cv4pve-api-javascript',
  version: '9.2.0',
  main: 'node_modules/@corsinvest/cv4pve-api-javascript',
  needs: [program('npm', '--version')],
  make(folder) {
    cpSync(path.join(import.meta.dirname, 'cv4pve'), folder, { recursive: true })
    runQuietly('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  },
})
