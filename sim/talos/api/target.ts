import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect'
import { machineConfig } from '../config/machine-config.ts'
import type { Node } from '../node.ts'
import { settle } from '../settle.ts'
import { CALLER, type Caller, TARGET } from './caller.ts'

/** The machine that answers a call. */
export function targetOf({ values }: HandlerContext): Node {
  const node = values.get(TARGET)
  if (node === undefined) throw new ConnectError('no machine answers here', Code.Unavailable)
  return node
}

/** Who makes a call. */
export function callerOf({ values }: HandlerContext): Caller {
  const caller = values.get(CALLER)
  if (caller === undefined) throw new ConnectError('nobody is known to call', Code.Unauthenticated)
  return caller
}

/** Changes the machine that a call is for, and lets everything follow from it. */
export function changing<T>(context: HandlerContext, change: (node: Node) => T): T {
  const node = targetOf(context)
  const result = change(node)
  settle(node)
  return result
}

/** The machine that answers a call that only control planes know. */
export function controlPlane(context: HandlerContext, what: string): Node {
  const node = targetOf(context)
  if (machineConfig(node)?.type === 'controlplane') return node
  throw new ConnectError(`${what} is only available on control plane nodes`, Code.Unimplemented)
}

/** What is left unanswered when a machine goes down. */
export function goingDown(): ConnectError {
  const why = 'error reading from server: EOF", received prior goaway: code: NO_ERROR, debug data: "graceful_stop"'
  return new ConnectError(`closing transport due to: connection error: desc = "${why}`, Code.Unavailable)
}

/** Waits for nothing: such a call ends only when the caller gives up or the machine goes down. */
export function never({ signal }: HandlerContext, { live }: Node): Promise<never> {
  const ended = AbortSignal.any([signal, live.ending.signal])
  return new Promise((_, reject) => {
    const stop = () => reject(signal.aborted ? new ConnectError('context canceled', Code.Canceled) : goingDown())
    if (ended.aborted) stop()
    else ended.addEventListener('abort', stop, { once: true })
  })
}
