import type { Interceptor } from '@connectrpc/connect'
import { CALLER } from './caller.ts'

/** Tells whoever watches the world of each call, at the machine that it came to. */
export const announce: Interceptor = (next) => async (request) => {
  const node = request.contextValues.get(CALLER)?.node
  if (node !== undefined) {
    const call = { vmid: node.state.vmid, method: request.method.name }
    for (const listener of node.talos.onCall) listener(call)
  }
  return await next(request)
}
