import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Dial } from '../../../src/world/dial.ts'

const FILES = ['meta-data', 'network-config', 'user-data']

/** Fetches the settings below an address; a file that is not there is left out. */
export async function fetchSeed(dial: Dial, address: string, signal: AbortSignal): Promise<Record<string, string>> {
  const files = await Promise.all(
    FILES.map(async (name) => [name, await get(dial, `${address}${name}`, signal)] as const),
  )
  return Object.fromEntries(files.flatMap(([name, content]) => (content === undefined ? [] : [[name, content]])))
}

async function get(dial: Dial, address: string, signal: AbortSignal): Promise<string | undefined> {
  const { hostname, port, pathname, protocol } = new URL(address)
  if (protocol !== 'http:') throw new Error(`${protocol} is not simulated`)
  const socket = await dial(hostname.replace(/^\[(.*)\]$/, '$1'), port === '' ? 80 : Number(port), signal)
  const answer = await new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
    const asking = request({ createConnection: () => socket, host: hostname, path: pathname, signal }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    asking.on('error', reject).end()
  })
  if (answer.status === 200) return answer.body
  if (answer.status === 404) return undefined
  throw new Error(`${address} answered ${answer.status}`)
}
