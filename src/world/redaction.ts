import { encodeBase64 } from '../encoding/base64.ts'

/** Knows secret strings and masks them; made once by the caller and passed to every writer. */
export interface Redaction {
  /** Remembers more secrets; what is too short to be one is ignored, since masking it would shred ordinary text. */
  add(secrets: Iterable<string>): void
  /** The text with every known secret, and every private key whatsoever, masked. */
  mask(text: string): string
}

const MASK = '******'
const SHORTEST_SECRET = 4
const SHORTEST_PART = 8
// A key that is cut off reaches to the end: an opening that always finds a close is looked at once, however many follow.
const PRIVATE_KEY_BLOCK =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g
const AGE_IDENTITY = /AGE-SECRET-KEY-[0-9A-Z-]+/gi

/** Makes a redaction that knows the given secrets. */
export function createRedaction(secrets: Iterable<string> = []): Redaction {
  const asked = new Set<string>()
  const known: KnownForms = new Map()
  const add = (more: Iterable<string>) => {
    for (const secret of more) {
      // Every call brings the same few secrets along.
      if (asked.has(secret)) continue
      asked.add(secret)
      for (const form of formsOf(secret)) remember(known, form)
    }
  }
  add(secrets)
  return {
    add,
    mask: (text) => maskForms(text.replace(PRIVATE_KEY_BLOCK, MASK).replace(AGE_IDENTITY, MASK), known),
  }
}

/** What is to be masked, by how it begins. */
type KnownForms = Map<string, Set<string>>

function remember(known: KnownForms, form: string): void {
  const start = form.slice(0, SHORTEST_SECRET)
  const alike = known.get(start)
  if (alike === undefined) known.set(start, new Set([form]))
  else alike.add(form)
}

/** Looks at each place of the text once, however many secrets are known. */
function maskForms(text: string, known: KnownForms): string {
  let masked = ''
  let end = 0
  for (let at = 0; at <= text.length - SHORTEST_SECRET; at++) {
    const length = longestAt(text, at, known.get(text.slice(at, at + SHORTEST_SECRET)))
    if (length === 0) continue
    masked += text.slice(end, at) + MASK
    end = at + length
    at = end - 1
  }
  return masked + text.slice(end)
}

/** How long the longest form at a place of the text is, so that what begins like a shorter one is masked whole. */
function longestAt(text: string, at: number, forms: Iterable<string> = []): number {
  let length = 0
  for (const form of forms) if (form.length > length && text.startsWith(form, at)) length = form.length
  return length
}

/** The shapes in which a secret turns up: as it is, in base64, JSON, a URL, a form, and a PEM text by lines or joined. */
function formsOf(secret: string): string[] {
  const body = /-----BEGIN [A-Z0-9 ]+-----\s+([\s\S]+?)\s+-----END/.exec(secret)?.[1]
  const lines = body?.split(/\s+/) ?? []
  const whole = [secret, secret.trimEnd(), lines.join('')].filter((text) => text.length >= SHORTEST_SECRET)
  const long = (text: string) => text.length >= SHORTEST_PART
  const encoded = [
    ...whole.flatMap((text) => [encodeBase64(text), encodeBase64(`${text}\n`)]),
    ...whole.flatMap(base64Cores).filter(long),
  ]
  return [...whole, ...lines.filter(long), ...encoded, ...encoded.map(inUrlAlphabet)].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    encodeFormValue(text),
  ])
}

/** What base64 makes of a text within a longer one, such as `user:secret`, by where in three bytes it begins. */
function base64Cores(text: string): string[] {
  const bytes = Buffer.byteLength(text)
  return [0, 1, 2].map((offset) => {
    const [start, end] = [Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes) * 8) / 6)]
    return encodeBase64(' '.repeat(offset) + text).slice(start, end)
  })
}

const inUrlAlphabet = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

const encodeFormValue = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
