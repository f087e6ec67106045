const BLOCK = 512

/** Takes a file out of a tar archive that may end anywhere behind the file: Talos never finishes its archives. */
export function fileFromTar(archive: Buffer, name: string): Buffer | undefined {
  let offset = 0
  while (offset + BLOCK <= archive.length) {
    const header = archive.subarray(offset, offset + BLOCK)
    const size = Number.parseInt(text(header, 124, 12), 8)
    if (Number.isNaN(size)) return undefined
    const start = offset + BLOCK
    if (text(header, 0, 100) === name) {
      return start + size <= archive.length ? archive.subarray(start, start + size) : undefined
    }
    offset = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return undefined
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field
    .subarray(0, end === -1 ? length : end)
    .toString('utf8')
    .trim()
}
