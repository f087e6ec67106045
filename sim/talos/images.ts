import { ephemeral, systemDisk } from './disk.ts'
import type { Node } from './node.ts'

/** The images that a machine has fetched: on its disk, or in memory as long as it has none. */
export const fetchedImages = (node: Node): readonly string[] =>
  (systemDisk(node) === undefined ? node.state.images : ephemeral(node).images) ?? []

/** Keeps an image. */
export function keepImage(node: Node, reference: string): void {
  const place = systemDisk(node) === undefined ? node.state : ephemeral(node)
  place.images = [...new Set([...fetchedImages(node), reference])]
}
