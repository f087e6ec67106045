import { maskSecrets, secretIn } from '../../spec/secret-text.ts'
import { isList, isMapping, type Value } from '../document/value.ts'

/** What Talos itself shows in place of a secret. */
const hidden = '******'

/** Texts of registries that are secrets whatever they look like. */
const secretText = /^(auth|identityToken)$/

/** Certificates look like secrets where they are base64, and are none. */
const certificates = /^(\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----)+\s*$/
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A value of a config without its secrets: those that `mask` knows, and what looks like one by itself or by its key. */
export function concealSecrets(key: string, value: Value, mask: (text: string) => string): Value {
  if (isList(value)) return value.map((item) => concealSecrets(key, item, mask))
  if (isMapping(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, concealSecrets(name, item, mask)]))
  }
  if (typeof value === 'string') return concealText(key, value, mask)
  return typeof value === 'number' && secretIn(key, String(value)) !== undefined ? hidden : value
}

function concealText(key: string, text: string, mask: (text: string) => string): string {
  if (certificates.test(base64.test(text) ? Buffer.from(text, 'base64').toString() : text)) return text
  const masked = mask(text)
  const isSecret =
    masked.trim() === hidden || secretIn(key, masked) !== undefined || (secretText.test(key) && text !== '')
  return isSecret ? hidden : maskSecrets(masked)
}
