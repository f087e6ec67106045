import { decodeBase64 } from '../../encoding/base64.ts'
import { TOKEN } from './tokens.ts'

/** Says what is wrong with a value, never showing the value itself; nothing when it is right. */
type Check = (value: string) => string | undefined

/** Talos puts this in place of a secret when it shows a configuration. */
const REDACTED = '******'

const filled: Check = (value) => (value.trim() === '' ? 'is empty' : undefined)

const token: Check = (value) => (TOKEN.test(value) ? undefined : 'is not a token of the form abcdef.0123456789abcdef')

const keyOf =
  (...lengths: readonly number[]): Check =>
  (value) =>
    lengths.includes(decodeBase64(value)?.length ?? -1) ? undefined : `is not base64 of ${lengths.join(', ')} bytes`

const encodedPem =
  (label: RegExp): Check =>
  (value) => {
    const pem = decodeBase64(value)
    if (pem === undefined) return 'is not base64'
    return label.test(pem.toString('utf8')) ? undefined : 'is base64 of something that is not PEM of the right kind'
  }

const certificate = encodedPem(/^-----BEGIN CERTIFICATE-----\s*$/m)
const privateKey = encodedPem(/^-----BEGIN (ED25519 |EC |RSA )?PRIVATE KEY-----\s*$/m)

/** Every value of `secrets.yaml` by its path, and what must hold for it alone. */
export const FIELDS: ReadonlyMap<string, Check> = new Map(
  Object.entries({
    'cluster.id': filled,
    'cluster.secret': keyOf(32),
    'secrets.bootstraptoken': token,
    'secrets.secretboxencryptionsecret': keyOf(32),
    'secrets.aescbcencryptionsecret': keyOf(16, 24, 32),
    'trustdinfo.token': filled,
    'certs.etcd.crt': certificate,
    'certs.etcd.key': privateKey,
    'certs.k8s.crt': certificate,
    'certs.k8s.key': privateKey,
    'certs.k8saggregator.crt': certificate,
    'certs.k8saggregator.key': privateKey,
    'certs.k8sserviceaccount.key': privateKey,
    'certs.os.crt': certificate,
    'certs.os.key': privateKey,
  }),
)

/** The names that keys of `secrets.yaml` have; any other may be a secret that slipped into the place of a key. */
export const KEY_NAMES: ReadonlySet<string> = new Set([...FIELDS.keys()].flatMap((path) => path.split('.')))

/** Checks one value of `secrets.yaml` by itself. */
export function checkField(path: string, value: string): string | undefined {
  if (value === REDACTED) return 'was redacted when this file was written; take it from the original'
  return FIELDS.get(path)?.(value)
}
