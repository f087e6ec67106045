import type { connectNodeAdapter } from '@connectrpc/connect-node'

type Handler = NonNullable<Parameters<typeof connectNodeAdapter>[0]['fallback']>

/** Refuses a call that the machine does not know, in the words of Go's gRPC. */
export const unknownMethod: Handler = (request, response) => {
  const [, service = '', method = ''] = (request.url ?? '').split('/')
  response.statusCode = 200
  response.setHeader('content-type', 'application/grpc')
  response.setHeader('grpc-status', '12')
  response.setHeader('grpc-message', `unknown method ${method} for service ${service}`)
  response.end()
}
