import type {
  DescMessage,
  DescMethodClientStreaming,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf'

/** One machine as the calls see it, however it is reached. Every failure is a `UserError` without secrets. */
export interface TalosNode {
  readonly address: string
  /** The text without the cluster's secrets. */
  readonly mask: (text: string) => string
  /** One question, one answer. */
  readonly unary: <I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    input: MessageInitShape<I>,
    options?: CallOptions,
  ) => Promise<MessageShape<O>>
  /** One question, many answers; leaving the loop ends the call. */
  readonly stream: <I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    input: MessageInitShape<I>,
    options?: StreamOptions,
  ) => AsyncIterable<MessageShape<O>>
  /** Many messages up, one answer. */
  readonly upload: <I extends DescMessage, O extends DescMessage>(
    method: DescMethodClientStreaming<I, O>,
    input: AsyncIterable<MessageInitShape<I>>,
    options?: CallOptions,
  ) => Promise<MessageShape<O>>
}

/** What holds for one call. */
export interface CallOptions {
  /** How long the answer may take; ten seconds unless told otherwise. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  /** Ask even if the machine was found dead a moment ago. */
  readonly fresh?: boolean
  /** Silence says nothing about the machine: etcd calls are not answered while etcd itself is down. */
  readonly mayHang?: boolean
}

/** What holds for one stream. */
export interface StreamOptions extends Omit<CallOptions, 'deadlineMs'> {
  /** How long the next message may take; `undefined` for streams that are silent by nature. */
  readonly silenceMs?: number | undefined
}

/** How long an answer may take unless a call says otherwise. */
export const ANSWER_MS = 10_000
