import { fileFlag } from '../cluster-file.ts'
import { type Flags, text, toggle } from '../flag.ts'
import { simulateFlags } from '../simulate.ts'
import { ttlFlag } from './lifetime.ts'

/** The flags of commands that hand out a client config. */
export const accessFlags = {
  file: fileFlag,
  merge: toggle({ about: 'merge it into your own file and select it, as talosctl does' }),
  out: text('FILE', { about: 'write it there, or merge it into that file', short: 'o', completes: 'file' }),
  ttl: ttlFlag,
  force: toggle({ about: 'take a name over, or write over a file' }),
  ...simulateFlags,
} satisfies Flags
