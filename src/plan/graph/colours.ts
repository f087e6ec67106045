import type { Effect } from '../action.ts'

/** Mid-tones that stand out from white and from black alike, and on which white can be read (4.5 to 1 or more). */
export const COLOURS: Readonly<Record<Effect, string>> = {
  create: '#22834a',
  update: '#946800',
  reboot: '#c04f1a',
  destroy: '#cc3340',
  wait: '#6b7280',
}
