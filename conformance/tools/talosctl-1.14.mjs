import { goProgram } from './go-program.mjs'

/** Upstream's commands under a main of our own: one of its developer commands needs a module that nobody serves. */
export const talosctl114 = goProgram({
  name: 'talosctl-1.14',
  title: 'talosctl',
  version: '1.14.1',
  folder: 'talosctl-1.14.1',
  main: 'talosctl',
  package: '.',
  gigabytes: 8,
})
