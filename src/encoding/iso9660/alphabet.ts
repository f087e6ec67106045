/** How one of the two trees of a CD writes its names. */
export interface Alphabet {
  /** What the kind of its volume descriptor is. */
  readonly descriptor: 1 | 2
  /** Tells readers which alphabet it is; nothing for the plain one. */
  readonly escapes: Buffer
  /** Text of a fixed length, filled with spaces. */
  readonly padded: (text: string, length: number) => Buffer
  /** The name of a file, with its version. */
  readonly fileName: (name: string) => Buffer
}

/** Capital letters, digits and underscores: what every reader knows. */
export const plain: Alphabet = {
  descriptor: 1,
  escapes: Buffer.alloc(0),
  padded: (text, length) => Buffer.from(text.padEnd(length).slice(0, length), 'latin1'),
  fileName(name) {
    const [stem = '', extension = ''] = name.toUpperCase().split(/\.([^.]*)$/)
    return Buffer.from(`${capitals(stem)}.${capitals(extension)};1`, 'latin1')
  },
}

const capitals = (text: string): string => text.replaceAll(/[^A-Z0-9_]/g, '_')

/** Joliet: names as they are, which is where Linux and Talos look first. */
export const joliet: Alphabet = {
  descriptor: 2,
  escapes: Buffer.from('%/E', 'latin1'),
  padded: (text, length) => bigEndianText(text.padEnd(length / 2).slice(0, length / 2)),
  fileName: (name) => bigEndianText(`${name};1`),
}

const bigEndianText = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
