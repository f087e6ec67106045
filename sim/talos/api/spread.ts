import { create, type DescMessage, type Message, type MessageInitShape } from '@bufbuild/protobuf'
import { isReflectMessage, reflect } from '@bufbuild/protobuf/reflect'
import {
  Code,
  ConnectError,
  type StreamRequest,
  type StreamResponse,
  type UnaryRequest,
  type UnaryResponse,
} from '@connectrpc/connect'
import { MetadataSchema } from '../../../src/talos/gen/common_pb.ts'
import { mergeStreams } from './merge-streams.ts'

type Ask = (address: string) => Promise<UnaryResponse | StreamResponse>

/** Asks several machines at once; one that fails says so in its own part of the answer. */
export async function askEach(request: UnaryRequest, addresses: readonly string[], ask: Ask): Promise<UnaryResponse> {
  const { service, method } = request
  const message = create(method.output)
  const gather = async (address: string) => {
    try {
      const answer = await ask(address)
      if (answer.stream) return
      for (const part of partsOf(method.output, answer.message))
        addPart(method.output, message, part, { hostname: address })
    } catch (error) {
      addPart(method.output, message, undefined, failure(address, error))
    }
  }
  await Promise.all(addresses.map(gather))
  return { stream: false, service, method, message, ...frame() }
}

/** Follows the streams of several machines as one; every piece says whose it is. */
export async function followEach(
  request: StreamRequest,
  addresses: readonly string[],
  ask: Ask,
): Promise<StreamResponse> {
  const { service, method } = request
  const follow = async function* (address: string): AsyncGenerator<Message> {
    try {
      const answer = await ask(address)
      if (!answer.stream) return
      for await (const piece of answer.message) yield named(method.output, piece, { hostname: address })
    } catch (error) {
      yield named(method.output, create(method.output), failure(address, error))
    }
  }
  const message = mergeStreams(addresses.map(follow))
  return { stream: true, service, method, message, ...frame() }
}

/** What surrounds an answer that no single machine gave. */
const frame = () => ({
  header: new Headers({ 'content-type': 'application/grpc+proto' }),
  trailer: new Headers({ 'grpc-status': '0' }),
})

type Metadata = MessageInitShape<typeof MetadataSchema>

function failure(address: string, error: unknown): Metadata {
  const { code, rawMessage } = ConnectError.from(error)
  const text = `rpc error: code = ${Code[code]} desc = ${rawMessage}`
  return { hostname: address, error: text, status: { code, message: rawMessage } }
}

function named(desc: DescMessage, message: Message, metadata: Metadata): Message {
  const field = desc.field.metadata
  if (field?.fieldKind === 'message')
    reflect(desc, message).set(field, reflect(MetadataSchema, create(MetadataSchema, metadata)))
  return message
}

function listField(output: DescMessage) {
  const field = output.field.messages
  if (field?.fieldKind === 'list' && field.listKind === 'message') return field
  throw new Error(`${output.typeName} has no list of messages`)
}

function* partsOf(output: DescMessage, message: Message): Generator<Message> {
  for (const item of reflect(output, message).get(listField(output))) if (isReflectMessage(item)) yield item.message
}

function addPart(output: DescMessage, whole: Message, part: Message | undefined, metadata: Metadata): void {
  const field = listField(output)
  const item = named(field.message, part ?? create(field.message), metadata)
  reflect(output, whole).get(field).add(reflect(field.message, item))
}
