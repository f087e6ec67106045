import type { Interceptor } from '@connectrpc/connect'
import { CALLER } from './caller.ts'

/** Tells whoever watches the world of each call, at the machine that it came to. */
export const announce: Interceptor = (next) => async (request) => {
  const node = request.contextValues.get(CALLER)?.node
  const call = { vmid: node?.state.vmid ?? 0, method: request.method.name }
  const ends = [...(node?.talos.onCall ?? [])].flatMap((listener) => listener(call) ?? [])
  try {
    return await next(request)
  } finally {
    for (const end of ends) end()
  }
}
