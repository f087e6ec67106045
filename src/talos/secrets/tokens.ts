import { randomBytes, randomInt } from 'node:crypto'

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'

/** What a Kubernetes bootstrap token looks like. */
export const TOKEN = /^[0-9a-z]{6}\.[0-9a-z]{16}$/

/** Makes a token in the form kubeadm invented; every character is equally likely. */
export function createToken(): string {
  return `${letters(6)}.${letters(16)}`
}

// randomInt rejects the uneven rest of the range, which a plain modulo would fold onto the first letters.
function letters(count: number): string {
  return Array.from({ length: count }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

/** Makes a 256-bit secret as base64. */
export const createSecret = (): string => randomBytes(32).toString('base64')
