import { createHmac } from 'node:crypto'
import { type Clock, seconds } from '../../world/clock.ts'

const STEP = 30
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Whether a code is one of now, or of the step before or after, for a secret in base 32. */
export function isCode(secret: string, code: string, clock: Clock): boolean {
  const step = Math.floor(seconds(clock) / STEP)
  return [step - 1, step, step + 1].some((each) => codeAt(secret, each) === code)
}

/** The code of a step, as RFC 6238 makes it. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', base32(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '').toUpperCase()]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
