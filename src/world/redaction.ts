import { encodeBase64 } from '../encoding/base64.ts'

/** Knows secret strings and masks them; made once by the caller and passed to every writer. */
export interface Redaction {
  /** Remembers more secrets; what is too short to be one is ignored, since masking it would shred ordinary text. */
  add(secrets: Iterable<string>): void
  /** The text with every known secret, and every private key whatsoever, masked. */
  mask(text: string): string
}

const MASK = '******'
const SHORTEST = 8
const PRIVATE_KEY_BLOCK = /-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----[\s\S]*?-----END \1-----/g
const AGE_IDENTITY = /AGE-SECRET-KEY-[0-9A-Z-]+/gi

/** Makes a redaction that knows the given secrets. */
export function createRedaction(secrets: Iterable<string> = []): Redaction {
  const known = new Set<string>()
  let pattern = compile(known)
  const add = (more: Iterable<string>) => {
    for (const secret of more) for (const form of formsOf(secret)) if (form.length >= SHORTEST) known.add(form)
    pattern = compile(known)
  }
  add(secrets)
  return {
    add,
    mask: (text) => text.replace(PRIVATE_KEY_BLOCK, MASK).replace(AGE_IDENTITY, MASK).replace(pattern, MASK),
  }
}

/** The shapes in which a secret turns up: as it is, in base64, in a URL, a form, and a PEM text by lines or joined. */
function formsOf(secret: string): string[] {
  const body = /-----BEGIN [A-Z0-9 ]+-----\s+([\s\S]+?)\s+-----END/.exec(secret)?.[1]
  const lines = body?.split(/\s+/) ?? []
  const whole = [secret, secret.trimEnd(), lines.join('')].flatMap((text) => [
    text,
    encodeBase64(text),
    encodeBase64(`${text}\n`),
  ])
  return [...whole, ...lines].flatMap((text) => [text, encodeURIComponent(text), encodeFormValue(text)])
}

const encodeFormValue = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

// Longest first, so that a secret that begins like a shorter one is masked as a whole.
function compile(secrets: ReadonlySet<string>): RegExp {
  const escaped = [...secrets]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return escaped.length === 0 ? /(?!)/g : new RegExp(escaped.join('|'), 'g')
}
