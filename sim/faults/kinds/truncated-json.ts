import { z } from 'zod'
import { faultKind } from '../kind.ts'

/** The answer is whole for HTTP, but not for whoever reads it. */
export const truncatedJson = faultKind({
  about: 'the request is carried out, but the second half of the answer is missing',
  options: z.undefined(),
  strike: () => ({
    onWire: ({ body = '', ...answer }) => ({ ...answer, body: body.slice(0, Math.floor(body.length / 2)) }),
  }),
})
