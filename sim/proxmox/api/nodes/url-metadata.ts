import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'

async function queryUrl({ sim, params }: Call<{ url: string }>) {
  const fetched = await sim.fetcher(params.url)
  if ('failure' in fetched) {
    const [, answer] = /ERROR (\d{3}: .*)\./.exec(fetched.failure) ?? []
    const words = answer?.replace(':', '') ?? `500 Can't connect to ${new URL(params.url).host} (Connection refused)`
    throw died(`invalid server response: '${words}'`)
  }
  const [, filename] = /^[^?]+\/([^?/]*)(?:\?.*)?$/.exec(params.url) ?? []
  return {
    ...(filename ? { filename } : {}),
    size: fetched.content.sizeBytes,
    mimetype: 'application/octet-stream',
  }
}

/** What a web server says of an address. */
export const urlMetadataHandlers: Handlers = {
  'GET /nodes/{node}/query-url-metadata': queryUrl,
}
