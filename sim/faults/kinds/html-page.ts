import { z } from 'zod'
import { faultKind } from '../kind.ts'

/** Something in front of Proxmox answers in its place. */
export const htmlPage = faultKind({
  about: 'a proxy in front answers with a web page, of this status; the request is not carried out',
  options: z.int().min(200).max(599).default(502),
  strike: (status) => ({
    instead: () => ({
      status,
      reason: 'Bad Gateway',
      contentType: 'text/html',
      body: `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`,
    }),
  }),
})
