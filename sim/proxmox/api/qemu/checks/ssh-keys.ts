import { died } from '../../../failure.ts'

/** Refuses keys that are none; they come percent-encoded, one on each line. */
export function checkSshKeys(encoded: string | undefined): void {
  if (encoded === undefined) return
  const lines = unescaped(encoded)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (lines.some((line) => !isKey(line))) throw died('SSH public key validation error')
}

/** Undoes percent-encoding where there is any. */
export const unescaped = (text: string): string =>
  Buffer.from(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8')

/** The type of a key stands before it and, with its length, inside it. */
function isKey(line: string): boolean {
  const [, type = '', blob = ''] = /(?:^|\s)((?:ssh|ecdsa|sk)-\S+)\s+([A-Za-z0-9+/=]+)/.exec(line) ?? []
  const bytes = Buffer.from(blob, 'base64')
  return type !== '' && bytes.length > 4 && bytes.toString('latin1', 4, 4 + bytes.readUInt32BE(0)) === type
}
