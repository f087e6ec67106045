import { Buffer } from 'node:buffer'
import type { Fault } from './fault.ts'

/** Larger files are refused before they are read: no cluster needs one, and YAML costs hundreds of bytes per byte. */
export const largestFile = 4 * 1024 * 1024

/** Characters that YAML does not allow as they are; a carriage return alone would be a line end to some programs only. */
const forbidden = /[^\t\n\r\x20-\x7e\x85\xa0-\u{10ffff}]|\r(?!\n)|[\ud800-\udfff\ufffe\uffff]|\ufffd/u

/** Finds what makes a text unfit to be read as YAML at all: its size, its encoding, its control characters. */
export function checkText(text: string): Fault | undefined {
  if (Buffer.byteLength(text) > largestFile) {
    return {
      code: 'file-too-large',
      span: [0, 0],
      message: `the file is larger than ${largestFile / 1024 / 1024} MiB`,
      hint: 'is this the cluster file? large patches belong in files of their own',
    }
  }
  const bad = forbidden.exec(text)
  return bad ? { span: [bad.index, bad.index + bad[0].length], ...complaint(bad[0]) } : undefined
}

function complaint(character: string): Pick<Fault, 'code' | 'message' | 'hint' | 'unshown'> {
  if (/[\ufffd\ud800-\udfff]/.test(character)) {
    return { code: 'not-utf8', message: 'this is not valid UTF-8', hint: 'save the file as UTF-8', unshown: true }
  }
  if (character === '\r') {
    const message = 'a carriage return stands alone, without a line feed'
    return { code: 'control-character', message, hint: 'save the file with unix or windows line ends' }
  }
  const name = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  const hint = 'remove it, or write it as an escape such as "\\e" in double quotes'
  if (character === '\0')
    return {
      code: 'control-character',
      message: 'the file holds a NUL byte',
      hint: 'save the file as UTF-8',
      unshown: true,
    }
  return { code: 'control-character', message: `the control character ${name} is not allowed`, hint }
}
