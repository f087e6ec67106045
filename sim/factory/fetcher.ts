import type { Fetcher } from '../proxmox/fetcher.ts'
import type { World } from '../world/world.ts'
import { DISK_BYTES } from './image-bytes.ts'
import { serveImage } from './serve-image.ts'

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  402: 'Payment Required',
  404: 'Not Found',
  500: 'Internal Server Error',
}

/** Finds the images of the world's factory for hosts that download, and leaves other addresses to others. */
export function factoryFetcher(world: World, others: Fetcher): Fetcher {
  return async (url) => {
    const isFactory = url.startsWith(`${world.factory.url}/`) && !Object.hasOwn(world.urls, url)
    if (!isFactory) return await others(url)
    const found = serveImage(world, url.slice(world.factory.url.length).replace(/\?.*$/, ''))
    if ('status' in found) return { failure: `ERROR ${found.status}: ${REASONS[found.status] ?? 'Error'}.` }
    const { image, sizeBytes } = found
    const disk = image.kind === 'disk' ? { imageBytes: DISK_BYTES } : {}
    return { content: { sizeBytes, checksums: {}, image, ...disk } }
  }
}
