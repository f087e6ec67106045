/** What a text turned out to hold that should not be read by everyone. */
export type Secret = 'a private key' | 'a Proxmox API token' | 'a password' | 'a secret'

const proxmoxToken = /PVEAPIToken=\S|![A-Za-z][\w.-]*\s*=\s*[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/
const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/
const encodedPem = /LS0tLS1CRUdJTi[A-Za-z0-9+/=]*/
const passwordKey = /(password|passwd|passphrase)$/i
const secretKey = /(token|secret|key)$/i
const clientSecretKey = /client[-_.]?secret$/i
const ageKey = /AGE-SECRET-KEY-1[0-9A-Za-z]+/
const forgeToken = /(?<![A-Za-z0-9])(?:gh[oprsu]_|github_pat_|glpat-)[\w-]{16,}/
const urlPassword = /:\/\/[^\s\0/@:"']*:([^\s\0/"']+)@/

/** The kind of secret that a value looks like, judged by itself and by the key it stands under. */
export function secretIn(key: string, value: string): Secret | undefined {
  if (proxmoxToken.test(value)) return 'a Proxmox API token'
  const encoded = encodedPem.exec(value)?.[0]
  if (privateKey.test(value) || (encoded !== undefined && privateKey.test(Buffer.from(encoded, 'base64').toString())))
    return 'a private key'
  if (ageKey.test(value)) return 'a private key'
  const inUrl = urlPassword.exec(value)?.[1]
  if (inUrl !== undefined && !isReference(inUrl)) return 'a password'
  if (forgeToken.test(value)) return 'a secret'
  return secretUnder(key, value)
}

/** The kind of secret that a value is because of its key. */
function secretUnder(key: string, value: string): Secret | undefined {
  if (passwordKey.test(key) && value !== '' && !isReference(value)) return 'a password'
  if (clientSecretKey.test(key) && value !== '' && !isReference(value)) return 'a secret'
  return secretKey.test(key) && looksRandom(value) ? 'a secret' : undefined
}

/** A placeholder that some other program fills in holds no secret. */
function isReference(value: string): boolean {
  return /^(\$\{?\w|\{\{|<|…$|\*+$)/.test(value)
}

/** Tokens of Talos and Kubernetes, keys in hex and in base64, and UUIDs, which the secrets of Proxmox tokens are. */
const generated =
  /^([0-9a-z]{6}\.[0-9a-z]{16}|[0-9a-f]{32,}|[A-Za-z0-9+/]{22,}={1,2}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/

/** Of a known form, or long and of letters and digits in turn: what generators make and people do not. */
function looksRandom(value: string): boolean {
  if (generated.test(value)) return true
  if (!/^[\w.+/=-]{16,}$/.test(value)) return false
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  return turns >= 3
}

/** A pattern of what may come before a secret and of the secret, and how much of the latter to hide, in UTF-16 units. */
type Masking = readonly [pattern: RegExp, hidden: (before: string, value: string) => number]

const all = (_: string, value: string) => value.length

/** Keys that say where a secret is found: a plain text there is most likely the secret itself. */
const sourceKey = /^(from|totp|static)["']?[ \t]*:/

/** Where a line may hold a secret: what comes before it, and the secret itself. */
const maskings: readonly Masking[] = [
  [/(PVEAPIToken=)([^\s\0]+)/g, all],
  [/(![A-Za-z][\w.-]*\s*=\s*)([0-9A-Fa-f-]{36})/g, all],
  [/(:\/\/[^\s\0/@:"']*:)([^\s\0/"']+)(?=@)/g, (_, value) => (isReference(value) ? 0 : value.length)],
  [/()(AGE-SECRET-KEY-1[0-9A-Za-z]+)/g, all],
  [/((?<![A-Za-z0-9])(?:gh[oprsu]_|github_pat_|glpat-))([\w-]{16,})/g, all],
  // In quotes a value ends with them.
  [/((?<![\w.-])[\w.-]+["']?[ \t]*[:=][ \t]*")((?:\\.|[^"\\\n\0])+)/g, hiddenUnderKey],
  [/((?<![\w.-])[\w.-]+["']?[ \t]*[:=][ \t]*')((?:''|[^'\n\0])+)/g, hiddenUnderKey],
  // On a line of its own a value goes on to the end of the line.
  [/((?=\w)(?<=^[ \t-]*["']?)[\w.-]+["']?[ \t]*:[ \t]+)((?!["'{[#•])(?:(?! #)[^\n\r\0])+)/gm, hiddenUnderKey],
  // After a colon a value may have spaces; a bracket begins a map or a list, whose own keys are looked at instead.
  [/((?<![\w.-])[\w.-]+["']?[ \t]*:[ \t]+)((?!["'{[#•])(?:(?!,\s| #|[}\]]|["'][,:\]}])[^\n\r\0])+)/g, hiddenUnderKey],
  [/((?<![\w.-])[\w.-]+["']?[ \t]*[:=][ \t]*)((?!•)[^\s\0"'{[}\]]+)/g, hiddenUnderKey],
  // A list where a text was meant.
  [/((?<![\w.-])[\w.-]+["']?[ \t]*:[ \t]*\[[ \t]*["']?)((?!•)[^\]"'\n\r\0]+)/g, hiddenUnderKey],
  [/()(LS0tLS1CRUdJTi[A-Za-z0-9+/=]*)/g, all],
  [
    /(^|[\s\0])([A-Za-z0-9+/]{60,}={0,2})(?=[\s\0]|$)/g,
    (_, value) => (/[a-z]/.test(value) && /[A-Z]/.test(value) ? value.length : 0),
  ],
]

/** The text with every secret replaced by as many bullets, so that positions stay what they are. */
export function maskSecrets(text: string): string {
  return maskings.reduce(
    (masked, [pattern, hidden]) =>
      masked.replace(pattern, (_, before: string, value: string) => {
        const length = hidden(before, value)
        return before + '•'.repeat(length) + value.slice(length)
      }),
    text,
  )
}

/** A secret without its key's help is found by the other maskings; of other values only the first word may be one. */
function hiddenUnderKey(before: string, written: string): number {
  const value = written.trimEnd()
  const key = /^[\w.-]+/.exec(before)?.[0] ?? ''
  if (secretUnder(key, value) !== undefined || (sourceKey.test(before) && !isReference(value))) return value.length
  const [first = ''] = /^[^\s,]*/.exec(value) ?? []
  return secretUnder(key, first) !== undefined ? first.length : 0
}
