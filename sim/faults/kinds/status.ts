import { z } from 'zod'
import { Failure } from '../../proxmox/failure.ts'
import { failureAnswer } from '../../proxmox/http/answer.ts'
import { faultKind } from '../kind.ts'

/** What the genuine server says with statuses of its own. */
const TEXTS: Readonly<Record<number, string>> = {
  595: 'No route to host',
  596: 'Connection timed out',
  597: 'Broken pipe',
  599: 'Too many redirections',
}

const options = z.union([
  z.int().min(400).max(599),
  z.strictObject({
    code: z.int().min(400).max(599),
    text: z.string().optional(),
    effect: z.enum(['before', 'after']).optional(),
  }),
])

/** Another answer than the right one. */
export const status = faultKind({
  about: 'the answer has this status, with `text`; with `effect: after` the request was carried out all the same',
  options,
  strike(written) {
    const { code, text, effect = 'before' } = typeof written === 'number' ? { code: written } : written
    const failure = new Failure(code, `${text ?? TEXTS[code] ?? 'internal error'}\n`)
    if (effect === 'after') return { onWire: () => failureAnswer('json', failure, true) }
    return {
      before() {
        throw failure
      },
    }
  },
})
