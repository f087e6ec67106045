import { z } from 'zod'
import { faultKind } from '../kind.ts'

/** The connection ends without an answer, or within it. */
export const dropConnection = faultKind({
  about: 'the connection ends `before` the request is carried out, `after` it, or `mid-answer`',
  options: z.enum(['before', 'after', 'mid-answer']).default('before'),
  strike(when) {
    if (when === 'before') return { instead: () => 'nothing' }
    return { onWire: (answer) => (when === 'after' ? 'nothing' : { brokenOff: answer }) }
  },
})
