import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { formatIp } from '../../../src/net/ip.ts'
import {
  bitString,
  der,
  objectIdentifier,
  readDer,
  sequence,
  setOf,
  text,
  unsignedInteger,
} from '../../../src/talos/certificates/der.ts'
import { subjectAltName } from '../../../src/talos/certificates/extensions.ts'
import { signatureAlgorithm } from '../../../src/talos/certificates/signature.ts'

/** What a request for a certificate says. */
export interface RequestContent {
  readonly commonName: string
  readonly organizations: readonly string[]
  readonly publicKey: KeyObject
  /** DNS names and addresses. */
  readonly hosts: readonly string[]
}

const LABEL = 'CERTIFICATE REQUEST'
const [COMMON_NAME, ORGANIZATION] = ['2.5.4.3', '2.5.4.10'].map(objectIdentifier)
const EXTENSIONS = objectIdentifier('1.2.840.113549.1.9.14')
const ALTERNATIVE_NAMES = objectIdentifier('2.5.29.17')

/** How requests are signed: the algorithm, and the hash to take. */
const HASHES: readonly (readonly [oid: Buffer, hash: string | null])[] = [
  [objectIdentifier('1.2.840.10045.4.3.2'), 'sha256'],
  [objectIdentifier('1.2.840.10045.4.3.3'), 'sha384'],
  [objectIdentifier('1.2.840.10045.4.3.4'), 'sha512'],
  [objectIdentifier('1.2.840.113549.1.1.11'), 'sha256'],
  [objectIdentifier('1.2.840.113549.1.1.12'), 'sha384'],
  [objectIdentifier('1.2.840.113549.1.1.13'), 'sha512'],
  [objectIdentifier('1.3.101.112'), null],
]

/** Reads a request; nothing where it is none, or not signed by its own key. */
export function readRequest(pem: string): RequestContent | undefined {
  const encoded = new RegExp(`-----BEGIN ${LABEL}-----([^-]+)-----END ${LABEL}-----`).exec(pem)?.[1]
  if (encoded === undefined) return undefined
  try {
    return readEncoded(Buffer.from(encoded, 'base64'))
  } catch (error) {
    // Bytes that are no DER, or no key.
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) return undefined
    throw error
  }
}

function readEncoded(bytes: Buffer): RequestContent | undefined {
  const [whole] = readDer(bytes)
  const [info, algorithm, signed] = readDer(whole?.content ?? Buffer.alloc(0))
  const [, subject, key, attributes] = readDer(info?.content ?? Buffer.alloc(0))
  const oid = readDer(algorithm?.content ?? Buffer.alloc(0))[0]
  const scheme = HASHES.find(([known]) => oid !== undefined && known.equals(oid.raw))
  if (info === undefined || key === undefined || signed === undefined || scheme === undefined) return undefined
  const publicKey = createPublicKey({ key: key.raw, format: 'der', type: 'spki' })
  if (!verify(scheme[1], info.raw, publicKey, signed.content.subarray(1))) return undefined
  const names = readDer(subject?.content ?? Buffer.alloc(0))
    .flatMap((set) => readDer(set.content))
    .map((attribute) => readDer(attribute.content))
  const valuesOf = (wanted: Buffer | undefined) =>
    names.flatMap(([name, value]) =>
      wanted !== undefined && name?.raw.equals(wanted) === true ? [value?.content.toString('utf8') ?? ''] : [],
    )
  return {
    commonName: valuesOf(COMMON_NAME)[0] ?? '',
    organizations: valuesOf(ORGANIZATION),
    publicKey,
    hosts: attributes === undefined ? [] : hostsOf(attributes.content),
  }
}

function hostsOf(attributes: Buffer): readonly string[] {
  const wanted = readDer(attributes)
    .map((attribute) => readDer(attribute.content))
    .filter(([oid]) => oid?.raw.equals(EXTENSIONS) === true)
  const extensions = wanted
    .flatMap(([, set]) => readDer(set?.content ?? Buffer.alloc(0)))
    .flatMap((list) => readDer(list.content))
    .map((extension) => readDer(extension.content))
  const names = extensions.find(([oid]) => oid?.raw.equals(ALTERNATIVE_NAMES) === true)?.at(-1)
  const list = names === undefined ? undefined : readDer(names.content)[0]
  return readDer(list?.content ?? Buffer.alloc(0)).flatMap(({ tag, content }) => {
    if (tag === 0x82) return [content.toString('ascii')]
    return tag === 0x87 ? [addressOf(content)] : []
  })
}

const addressOf = (bytes: Buffer): string =>
  formatIp({ family: bytes.length === 4 ? 'ipv4' : 'ipv6', value: BigInt(`0x${bytes.toString('hex')}`) })

/** Makes a key and a request for a certificate with it, as PEM. */
export function writeRequest({ commonName, organizations, hosts }: Omit<RequestContent, 'publicKey'>): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const attribute = (oid: string, value: string) => sequence(objectIdentifier(oid), text(value))
  const subject = sequence(
    setOf(organizations.map((each) => attribute('2.5.4.10', each))),
    setOf([attribute('2.5.4.3', commonName)]),
  )
  const extensions = hosts.length === 0 ? [] : [sequence(EXTENSIONS, setOf([sequence(subjectAltName(hosts))]))]
  const info = sequence(
    unsignedInteger(Buffer.from([0])),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa0, ...extensions),
  )
  const request = sequence(info, signatureAlgorithm(privateKey), bitString(sign('sha256', info, privateKey)))
  const lines = request.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${LABEL}-----`, ...lines, `-----END ${LABEL}-----`, ''].join('\n')
}
