import type { DescMessage, DescMethod, DescMethodStreaming, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import type { UserError } from '../../user-error.ts'
import type { Clock } from '../../world/clock.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { ANSWER_MS, type CallOptions, type StreamOptions, type TalosNode } from './node.ts'
import type { Lease } from './pool.ts'
import { refusal, tooLate } from './refusal.ts'
import { alongRoutes, type Destination, whyFailed } from './route.ts'

/** Makes the calls of a machine out of the ways to it. */
export function nodeAt(to: Destination, clock: Clock): TalosNode {
  return {
    address: to.address,
    mask: to.mask,
    unary: (method, input, options = {}) =>
      answered(to, clock, method, options, (signal) =>
        alongRoutes(to, method, signal, async (lease, header) => {
          const { message } = await lease.connection.transport.unary(method, signal, undefined, header, input)
          lease.release()
          return message
        }),
      ),
    upload: (method, input, options = {}) =>
      answered(to, clock, method, options, (signal) =>
        alongRoutes(to, method, signal, async (lease, header) => {
          const response = await lease.connection.transport.stream(method, signal, undefined, header, input)
          const answer = await only(response.message)
          lease.release()
          return answer
        }),
      ),
    stream: (method, input, options = {}) => streamed(to, clock, method, input, options),
  }
}

/** Runs a call under its deadline, unless the machine was found dead a moment ago. */
async function answered<T>(
  to: Destination,
  clock: Clock,
  method: DescMethod,
  options: CallOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  throwIfDead(to, options)
  const { deadlineMs = ANSWER_MS, signal } = options
  const deadline = startDeadline(clock, deadlineMs, signal)
  try {
    const answer = await run(deadline.signal)
    to.unreachable.forget(to.address)
    return answer
  } catch (error) {
    throw explain(to, method, deadline, error, options, deadlineMs)
  } finally {
    deadline.done()
  }
}

async function* streamed<I extends DescMessage, O extends DescMessage>(
  to: Destination,
  clock: Clock,
  method: DescMethodStreaming<I, O>,
  input: MessageInitShape<I>,
  options: StreamOptions,
): AsyncGenerator<MessageShape<O>> {
  throwIfDead(to, options)
  const silenceMs = 'silenceMs' in options ? options.silenceMs : ANSWER_MS
  const deadline = startDeadline(clock, silenceMs, options.signal)
  const hangUp = new AbortController()
  const signal = AbortSignal.any([deadline.signal, hangUp.signal])
  let held: Lease | undefined
  try {
    // With the first message in hand the machine has taken the call; before that another route may be tried.
    const { first, rest } = await alongRoutes(to, method, signal, async (lease, header) => {
      held = lease
      const response = await lease.connection.transport.stream(method, signal, undefined, header, one(input))
      const messages = response.message[Symbol.asyncIterator]()
      return { first: await messages.next(), rest: messages }
    })
    for (let next = first; next.done !== true; next = await rest.next()) {
      deadline.restart()
      yield next.value
    }
    to.unreachable.forget(to.address)
  } catch (error) {
    const reason = held === undefined ? error : (await whyFailed(to, method, held, error)).reason
    throw explain(to, method, deadline, reason, options, silenceMs ?? 0)
  } finally {
    hangUp.abort()
    deadline.done()
    held?.release()
  }
}

function throwIfDead({ address, unreachable }: Destination, { fresh = false }: CallOptions): void {
  const reason = fresh ? undefined : unreachable.reason(address)
  if (reason !== undefined) throw reason
}

function explain(
  to: Destination,
  method: DescMethod,
  deadline: Deadline,
  error: unknown,
  { mayHang = false, signal }: CallOptions,
  span: number,
): unknown {
  if (signal?.aborted) return signal.reason
  if (!deadline.expired()) return refusal(to.address, method.name, error, to.mask)
  const reason: UserError = tooLate(to.address, method.name, span)
  if (!mayHang) to.unreachable.note(to.address, reason)
  return reason
}

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value
}

// Read to the end, since an error comes behind the answer.
async function only<T>(messages: AsyncIterable<T>): Promise<T> {
  let answer: { readonly message: T } | undefined
  for await (const message of messages) answer = { message }
  if (answer === undefined) throw new Error('the call ended without an answer')
  return answer.message
}
