import type { WebContent, World } from '../world/world.ts'

/** What a download found, or why it found nothing, in the words of the download program. */
export type Fetched = { readonly content: WebContent } | { readonly failure: string }

/** Fetches web content for a node. */
export type Fetcher = (url: string) => Promise<Fetched>

/** Finds what the world itself has written down; everything else refuses the connection, as without a network. */
export function worldFetcher(world: World): Fetcher {
  return async (url) => {
    const content = Object.hasOwn(world.urls, url) ? world.urls[url] : undefined
    if (content !== undefined) return { content }
    const isServed = Object.keys(world.urls).some((known) => new URL(known).host === new URL(url).host)
    if (isServed) return { failure: 'ERROR 404: Not Found.' }
    return { failure: `Connecting to ${new URL(url).host}... failed: Connection refused.` }
  }
}
