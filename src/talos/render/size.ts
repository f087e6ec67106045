import type { Machine } from '../../resolve/desired.ts'
import type { Path, Problem } from '../../spec/problem.ts'
import { printDocuments } from '../document/print.ts'
import type { Document } from '../document/value.ts'

/** Talos takes messages of 32 MiB; a little is left for what goes around the config. */
const mostBytes = 32 * 1024 * 1024 - 4096

/** Says that a config is too large to be sent, if it is. */
export function tooLarge(documents: readonly Document[], { name }: Machine, path: Path, most = mostBytes): Problem[] {
  const bytes = Buffer.byteLength(printDocuments(documents))
  if (bytes <= most) return []
  const message = `the machine config of ${name} has ${bytes} bytes, and Talos takes ${most}`
  const hint = 'fetch large manifests by url instead of sending them inline'
  return [{ code: 'machine-config-size', severity: 'error', path, message, hint }]
}
