import { type KeyObject, sign } from 'node:crypto'
import { nullValue, objectIdentifier, sequence } from './der.ts'

interface SignatureScheme {
  /** AlgorithmIdentifier as it stands in the certificate. */
  readonly algorithm: Buffer
  /** Hash to sign over; null where the scheme hashes by itself. */
  readonly hash: string | null
}

// RSA carries an explicit NULL parameter, the others none (RFC 4055, 5758, 8410).
const SCHEMES: Readonly<Record<string, SignatureScheme>> = {
  ed25519: { algorithm: sequence(objectIdentifier('1.3.101.112')), hash: null },
  'ec prime256v1': { algorithm: sequence(objectIdentifier('1.2.840.10045.4.3.2')), hash: 'sha256' },
  'ec secp384r1': { algorithm: sequence(objectIdentifier('1.2.840.10045.4.3.3')), hash: 'sha384' },
  'ec secp521r1': { algorithm: sequence(objectIdentifier('1.2.840.10045.4.3.4')), hash: 'sha512' },
  rsa: { algorithm: sequence(objectIdentifier('1.2.840.113549.1.1.13'), nullValue()), hash: 'sha512' },
}

function schemeOf(key: KeyObject): SignatureScheme | undefined {
  const curve = key.asymmetricKeyDetails?.namedCurve
  return SCHEMES[[key.asymmetricKeyType, curve].filter((part) => part !== undefined).join(' ')]
}

/** Whether certificates can be signed with this key. */
export const canSign = (key: KeyObject): boolean => schemeOf(key) !== undefined

/** The AlgorithmIdentifier that certificates signed by this key carry. */
export const signatureAlgorithm = (key: KeyObject): Buffer => required(key).algorithm

/** Signs a to-be-signed certificate. */
export const signature = (tbs: Buffer, key: KeyObject): Buffer => sign(required(key).hash, tbs, key)

function required(key: KeyObject): SignatureScheme {
  const scheme = schemeOf(key)
  if (scheme === undefined) throw new TypeError(`certificates cannot be signed with a ${key.asymmetricKeyType} key`)
  return scheme
}
