import type { Effect } from '../action.ts'

/** Mid-tones that can be read on white and on black. */
export const COLOURS: Readonly<Record<Effect, string>> = {
  create: '#2e9e5b',
  update: '#c58a00',
  reboot: '#e0662f',
  destroy: '#d64550',
  wait: '#8a8f98',
}
