import { maskSecrets, secretIn } from '../../spec/secret-text.ts'

/** A text with what is secret in it hidden, judged also by the key that it stands under. */
export function concealText(key: string, text: string): string {
  return secretIn(key, text) === undefined || isPartlySecret(text) ? maskSecrets(text) : '•'.repeat(text.length)
}

/** Of a URL only the password is hidden, so that one still sees where it leads. */
function isPartlySecret(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) && maskSecrets(text) !== text
}

/** As {@link concealText}, for a text that may itself be `key=value`. */
export function concealItem(label: string, item: string): string {
  const [, before, key = '', value = ''] = /^(([^=\s]+)=)(.*)$/s.exec(item) ?? []
  return before === undefined ? concealText(label, item) : maskSecrets(before + concealText(key, value))
}

/** A value for JSON with every secret text below it hidden; the items of a list stand under the key of the list. */
export function concealValue(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return concealItem(key, value)
  if (Array.isArray(value)) return value.map((item) => concealValue(item, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, concealValue(inner, name)]))
}
