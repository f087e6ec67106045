import path from 'node:path'
import { program } from '../requirements.mjs'
import { runQuietly, tool } from './tool.mjs'

/** The Proxmox client of the Python world; `file` is a Python that has it. */
export const proxmoxer = tool({
  name: 'proxmoxer',
  title: 'proxmoxer',
  version: '2.3.0',
  main: 'bin/python3',
  needs: [program('python3', '-c', 'import venv, ensurepip')],
  make(folder) {
    runQuietly('python3', ['-m', 'venv', folder])
    const requirements = path.join(import.meta.dirname, 'proxmoxer/requirements.txt')
    runQuietly(path.join(folder, 'bin/python3'), ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
  },
})
