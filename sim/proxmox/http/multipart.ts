import { createHash } from 'node:crypto'

/** A file that was uploaded. */
export interface Upload {
  readonly filename: string
  readonly body: Buffer
}

/** What an upload form holds. */
export interface UploadForm {
  readonly fields: Readonly<Record<string, string>>
  readonly upload?: Upload
}

const FIELDS = ['content', 'checksum-algorithm', 'checksum']

/**
 * Reads an upload form. The genuine server takes the known fields in their fixed order, and everything behind the
 * head of the file is the file: a field that follows it is not seen.
 */
export function readMultipart(body: Buffer, boundary: string): UploadForm {
  const fields: Record<string, string> = {}
  for (const part of partsOf(body, boundary)) {
    const [, disposition = '', name = '', filename] =
      /Content-Disposition: (.*?); name="(.*?)"(?:; filename="([^"]+)")?/i.exec(part.head) ?? []
    if (disposition !== 'form-data') {
      throw new Error(`wrong Content-Disposition '${disposition}' in multipart, expected 'form-data'`)
    }
    if (filename !== undefined) {
      if (name !== 'filename') throw new Error(`wrong field name '${name}' for file upload, expected 'filename'`)
      return {
        fields: { ...fields, filename: filename.trim() },
        upload: { filename: filename.trim(), body: part.body },
      }
    }
    if (FIELDS.includes(name)) fields[name] = part.body.toString('utf8').trim()
  }
  return { fields }
}

interface Part {
  readonly head: string
  readonly body: Buffer
}

function* partsOf(body: Buffer, boundary: string): Generator<Part> {
  const delimiter = Buffer.from(`--${boundary}`)
  let start = body.indexOf(delimiter)
  while (start >= 0) {
    const from = start + delimiter.length
    const next = body.indexOf(delimiter, from)
    if (next < 0) return
    yield partOf(body.subarray(from, next))
    start = next
  }
}

/** A part between two delimiters: its head, and its body without the line ends around it. */
function partOf(raw: Buffer): Part {
  const gap = raw.indexOf('\r\n\r\n')
  const [at, length] = gap >= 0 ? [gap, 4] : [raw.indexOf('\n\n'), 2]
  const body = raw.subarray(at + length)
  const end = body.at(-1) !== 0x0a ? body.length : body.length - (body.at(-2) === 0x0d ? 2 : 1)
  return { head: raw.subarray(0, Math.max(at, 0)).toString('utf8'), body: body.subarray(0, end) }
}

/** The checksum of a file by one of the algorithms that Proxmox knows. */
export const checksumOf = (body: Buffer, algorithm: string): string => createHash(algorithm).update(body).digest('hex')
