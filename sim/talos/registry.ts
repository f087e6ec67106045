import { Code, ConnectError } from '@connectrpc/connect'
import { wait } from '../world/clock.ts'
import { keepImage } from './images.ts'
import { installerImage } from './installer-image.ts'
import type { Node } from './node.ts'

/** References to images in the registries that exist. */
const KNOWN = /^(?:registry\.k8s\.io|ghcr\.io|docker\.io|quay\.io|gcr\.io)\/[\w./-]+:v?\d[\w.-]*$/

/** Whether a registry has an image: installers by what they install, everything else by its name alone. */
function exists(node: Node, reference: string): boolean {
  if (/\binstaller(?:-secureboot)?[:/]/.test(reference)) return installerImage(node, reference) !== undefined
  return KNOWN.test(reference)
}

/** Fetches an image to a machine, which keeps it. */
export async function pullImage(node: Node, reference: string, signal: AbortSignal): Promise<void> {
  await wait(node.talos.clock, node.talos.timing.pull, signal)
  requireImage(node, reference)
  keepImage(node, reference)
}

/** Refuses an image that no registry has. */
export function requireImage(node: Node, reference: string): void {
  if (exists(node, reference)) return
  const why = `failed to pull image "${reference}": failed to resolve reference "${reference}": ${reference}: not found`
  throw new ConnectError(`error pulling image: 1 error(s) occurred:\n\t${why}`, Code.NotFound)
}
