import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { readFailure } from '../../spec/files.ts'
import { UserError } from '../../user-error.ts'

/** What is uploaded: bytes at hand, or a file that is read while it is sent. */
export type UploadSource = { readonly bytes: Uint8Array } | { readonly file: string }

/** A body of known length, since Proxmox refuses chunked ones; it can be read again for another try. */
export interface Body {
  readonly type: string
  readonly length: number
  readonly open: () => Readable
}

/** A text as body. */
export function textBody(type: string, text: string): Body {
  const bytes = Buffer.from(text)
  return { type, length: bytes.length, open: () => Readable.from([bytes]) }
}

/** The body of an upload: Proxmox reads the fields in order and wants the file last, under the name `filename`. */
export async function uploadBody(
  fields: Readonly<Record<string, string>>,
  name: string,
  source: UploadSource,
): Promise<Body> {
  if (!/^[\w.-]+$/.test(name)) {
    throw new UserError('upload-name', `a file cannot be uploaded as ${JSON.stringify(name)}`, {
      hint: 'use letters, digits, dots, hyphens and underscores only',
    })
  }
  const boundary = `talmox-${randomBytes(16).toString('hex')}`
  const part = (disposition: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`
  const texts = Object.entries(fields).map(([field, value]) => `${part(`name="${field}"`, '')}${value}\r\n`)
  const file = part(`name="filename"; filename="${name}"`, 'Content-Type: application/octet-stream\r\n')
  const head = Buffer.from(texts.join('') + file)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const size = 'bytes' in source ? source.bytes.length : await sizeOf(source.file)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + size + tail.length,
    open: () => Readable.from(chunks(head, source, size, tail)),
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    throw unreadable(file, error)
  }
}

const unreadable = (file: string, error: unknown) =>
  new UserError('upload-file', `${file} cannot be uploaded: ${readFailure(error)}`, { cause: error })

async function* chunks(head: Buffer, source: UploadSource, size: number, tail: Buffer) {
  yield head
  if ('bytes' in source) yield source.bytes
  else if (size > 0) yield* fileChunks(source.file, size)
  yield tail
}

async function* fileChunks(file: string, size: number) {
  try {
    // A file that grows meanwhile must not spoil the announced length.
    yield* createReadStream(file, { end: size - 1 })
  } catch (error) {
    throw unreadable(file, error)
  }
}
