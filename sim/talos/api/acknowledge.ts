import { MethodOptions_IdempotencyLevel as Idempotency } from '@bufbuild/protobuf/wkt'
import type { Interceptor } from '@connectrpc/connect'
import { TARGET } from './caller.ts'

/** Sees to it that what a call has changed outlives this process before the caller hears of it. */
export const acknowledge: Interceptor = (next) => async (request) => {
  const answer = await next(request)
  if (request.method.idempotency !== Idempotency.NO_SIDE_EFFECTS) request.contextValues.get(TARGET)?.talos.keep()
  return answer
}
