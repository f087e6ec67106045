import { goProgram } from './go-program.mjs'

export const talosctl113 = goProgram({
  name: 'talosctl-1.13',
  title: 'talosctl',
  version: '1.13.9',
  folder: 'talosctl-1.13.9',
  main: 'talosctl',
  package: 'github.com/siderolabs/talos/cmd/talosctl',
  gigabytes: 8,
})
