import { decodeBase64 } from '../../encoding/base64.ts'
import { UserError } from '../../user-error.ts'
import type { AuthorityName } from '../certificates/authorities.ts'
import type { CertificateAndKey } from '../certificates/issue.ts'
import { readPrivateKey } from '../certificates/keys.ts'
import { attempt, checkAuthority } from './authority.ts'
import type { SecretsBundle } from './bundle.ts'
import { checkField, FIELDS, KEY_NAMES } from './fields.ts'
import { readLeaves } from './leaves.ts'

/** Where a bundle comes from, for messages, and the time its certificates are judged by. */
export interface ReadOptions {
  readonly source: string
  readonly now: Date
}

/** Reads the text of a Talos `secrets.yaml`; all that is wrong with it is reported at once and nothing of it shown. */
export function parseSecrets(text: string, { source, now }: ReadOptions): SecretsBundle {
  const { values, unknown, encrypted, problems: shapeless } = readLeaves(text, KEY_NAMES)
  if (encrypted) {
    throw new UserError('secrets-invalid', `the secrets bundle ${source} is encrypted with sops`, {
      hint: `decrypt it first: sops decrypt ${source}`,
    })
  }
  if (shapeless.length > 0) throw refusal(source, shapeless)
  const broken = checkFields(values)
  const bundle = assemble(values)
  const problems = [
    ...broken.values(),
    ...unknown,
    ...checkEncryption(values),
    ...checkCertificates(bundle, broken, now),
  ]
  if (problems.length > 0) throw refusal(source, problems)
  return bundle
}

function refusal(source: string, problems: readonly string[]): UserError {
  const list = problems.map((problem) => `\n  ${problem}`).join('')
  return new UserError('secrets-invalid', `the secrets bundle ${source} cannot be used:${list}`, {
    hint: 'restore the file from a backup, or rebuild it from a control plane with talosctl gen secrets --from-controlplane-config',
  })
}

const OPTIONAL = /^secrets\.(secretbox|aescbc)encryptionsecret$/

/** What is wrong with single values, by path. */
function checkFields(values: ReadonlyMap<string, string>): Map<string, string> {
  const paths = new Set([...FIELDS.keys(), ...values.keys()])
  const problems = new Map<string, string>()
  for (const path of paths) {
    const problem = checkOne(path, values.get(path))
    if (problem !== undefined) problems.set(path, `${path}: ${problem}`)
  }
  return problems
}

function checkOne(path: string, value: string | undefined): string | undefined {
  if (!FIELDS.has(path)) return 'is not a key of a secrets bundle and would be lost'
  if (value === undefined) return OPTIONAL.test(path) ? undefined : 'is missing'
  return checkField(path, value)
}

function checkEncryption(values: ReadonlyMap<string, string>): string[] {
  const present = [...values.keys()].filter((path) => OPTIONAL.test(path))
  if (present.length === 1) return []
  const found = present.length === 0 ? 'neither is there' : 'both are there'
  return [`secrets: needs either secretboxencryptionsecret or aescbcencryptionsecret, but ${found}`]
}

/** Puts the values together; what is missing becomes empty text and has been reported by then. */
function assemble(values: ReadonlyMap<string, string>): SecretsBundle {
  const plain = (path: string) => values.get(path) ?? ''
  const pem = (path: string) => decodeBase64(plain(path))?.toString('utf8') ?? ''
  const pair = (name: AuthorityName): CertificateAndKey => ({
    crt: pem(`certs.${name}.crt`),
    key: pem(`certs.${name}.key`),
  })
  const kind = values.has('secrets.aescbcencryptionsecret') ? 'aescbc' : 'secretbox'
  return {
    cluster: { id: plain('cluster.id'), secret: plain('cluster.secret') },
    bootstrapToken: plain('secrets.bootstraptoken'),
    encryption: { kind, secret: plain(`secrets.${kind}encryptionsecret`) },
    trustdToken: plain('trustdinfo.token'),
    authorities: { etcd: pair('etcd'), k8s: pair('k8s'), k8saggregator: pair('k8saggregator'), os: pair('os') },
    serviceAccountKey: pem('certs.k8sserviceaccount.key'),
  }
}

/** Looks inside those certificates and keys that are at least PEM. */
function checkCertificates(bundle: SecretsBundle, broken: ReadonlyMap<string, string>, now: Date): string[] {
  const sound = (path: string) => !broken.has(path)
  const authorities = Object.entries(bundle.authorities)
    .filter(([name]) => sound(`certs.${name}.crt`) && sound(`certs.${name}.key`))
    .flatMap(([name, pair]) => checkAuthority(`certs.${name}`, pair, now))
  const path = 'certs.k8sserviceaccount.key'
  const unreadable = sound(path) && attempt(() => readPrivateKey(bundle.serviceAccountKey)) === undefined
  return unreadable ? [...authorities, `${path}: is broken and cannot be read as a private key`] : authorities
}
