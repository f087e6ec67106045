import { once } from 'node:events'
import { Agent, request } from 'node:https'
import type { AdminAccess } from '../src/kubernetes/kubeconfig.ts'
import type { Server } from '../test/sim/kubernetes/play.ts'

/** Sends requests to a genuine API server, and gives its answers back as they are, refusals too. */
export function genuineServer({ server, ca, client }: AdminAccess): { send: Server; close: () => void } {
  const agent = new Agent({ keepAlive: true, ca, cert: client.crt, key: client.key })
  const send: Server = async ({ method, path, query = {}, contentType = 'application/json', body }) => {
    const url = new URL(path, server)
    url.search = new URLSearchParams(query).toString()
    const headers = { 'content-type': contentType, accept: 'application/json' }
    const sent = request(url, { method, agent, headers }).end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    return { status: response.statusCode, body: JSON.parse(text) }
  }
  return { send, close: () => agent.destroy() }
}
