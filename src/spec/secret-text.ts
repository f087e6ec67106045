/** What a text turned out to hold that should not be read by everyone. */
export type Secret = 'a private key' | 'a Proxmox API token' | 'a password' | 'a secret'

const proxmoxToken = /PVEAPIToken=\S|![A-Za-z][\w.-]*=[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/
const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/
const encodedPem = /LS0tLS1CRUdJTi[A-Za-z0-9+/=]*/
const passwordKey = /(password|passwd|passphrase)$/i
const secretKey = /(token|secret|key)$/i

/** The kind of secret that a value looks like, judged by itself and by the key it stands under. */
export function secretIn(key: string, value: string): Secret | undefined {
  if (proxmoxToken.test(value)) return 'a Proxmox API token'
  const encoded = encodedPem.exec(value)?.[0]
  if (privateKey.test(value) || (encoded !== undefined && privateKey.test(Buffer.from(encoded, 'base64').toString())))
    return 'a private key'
  if (passwordKey.test(key) && value !== '' && !isReference(value)) return 'a password'
  return secretKey.test(key) && looksRandom(value) ? 'a secret' : undefined
}

/** A placeholder that some other program fills in holds no secret. */
function isReference(value: string): boolean {
  return /^(\$\{?\w|\{\{|<|\*+$)/.test(value)
}

/** Tokens of Talos and Kubernetes, keys in hex and in base64. */
const generated = /^([0-9a-z]{6}\.[0-9a-z]{16}|[0-9a-f]{32,}|[A-Za-z0-9+/]{22,}={1,2})$/

/** Of a known form, or long and of letters and digits in turn: what generators make and people do not. */
function looksRandom(value: string): boolean {
  if (generated.test(value)) return true
  if (!/^[\w.+/=-]{16,}$/.test(value)) return false
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  return turns >= 3
}

type Masking = readonly [pattern: RegExp, isSecret: (key: string, value: string) => boolean]

const always = () => true

/** Where a line may hold a secret: what comes before it, and the secret itself. */
const maskings: readonly Masking[] = [
  [/(PVEAPIToken=)(\S+)/g, always],
  [/(![A-Za-z][\w.-]*=)([0-9A-Fa-f-]{36})/g, always],
  [
    /((?<![\w.-])[\w.-]+["']?\s*[:=]\s*["']?)([^\s"',}\]]{4,})/g,
    (before, value) => secretIn(keyBefore(before), value) !== undefined,
  ],
  [/()(LS0tLS1CRUdJTi[A-Za-z0-9+/=]*)/g, always],
  [/(^|\s)([A-Za-z0-9+/]{60,}={0,2})(?=\s|$)/g, (_, value) => /[a-z]/.test(value) && /[A-Z]/.test(value)],
]

/** The text with every secret replaced by as many bullets, so that positions stay what they are. */
export function maskSecrets(text: string): string {
  return maskings.reduce(
    (masked, [pattern, isSecret]) =>
      masked.replace(pattern, (all, before: string, value: string) =>
        isSecret(before, value) ? before + '•'.repeat(value.length) : all,
      ),
    text,
  )
}

function keyBefore(text: string): string {
  return /^[\w.-]+/.exec(text)?.[0] ?? ''
}
