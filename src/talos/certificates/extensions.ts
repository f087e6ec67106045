import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { bitString, booleanTrue, der, objectIdentifier, octetString, sequence } from './der.ts'

const KEY_USAGE_BIT = { digitalSignature: 0, keyEncipherment: 2, keyCertSign: 5 } as const
const PURPOSE = { serverAuth: '1.3.6.1.5.5.7.3.1', clientAuth: '1.3.6.1.5.5.7.3.2' } as const

/** What a key may do. */
export type KeyUsage = keyof typeof KEY_USAGE_BIT
/** What a certificate may prove. */
export type Purpose = keyof typeof PURPOSE

const SUBJECT_KEY_IDENTIFIER = '2.5.29.14'

const extension = (oid: string, critical: boolean, value: Buffer): Buffer =>
  sequence(objectIdentifier(oid), ...(critical ? [booleanTrue()] : []), octetString(value))

/** KeyUsage, critical; every usage named here fits the first byte. */
export function keyUsage(...usages: readonly KeyUsage[]): Buffer {
  const bits: number[] = usages.map((usage) => KEY_USAGE_BIT[usage])
  const byte = bits.reduce((sum, bit) => sum | (0x80 >> bit), 0)
  return extension('2.5.29.15', true, bitString(Buffer.from([byte]), 7 - Math.max(...bits)))
}

/** ExtendedKeyUsage with exactly these purposes in this order. */
export const extendedKeyUsage = (...purposes: readonly Purpose[]): Buffer =>
  extension('2.5.29.37', false, sequence(...purposes.map((purpose) => objectIdentifier(PURPOSE[purpose]))))

/** BasicConstraints of an authority, critical, without a path length. */
export const basicConstraintsAuthority = (): Buffer => extension('2.5.29.19', true, sequence(booleanTrue()))

/** SubjectKeyIdentifier. */
export const subjectKeyIdentifier = (id: Buffer): Buffer => extension(SUBJECT_KEY_IDENTIFIER, false, octetString(id))

/** AuthorityKeyIdentifier that points at the issuer's SubjectKeyIdentifier. */
export const authorityKeyIdentifier = (id: Buffer): Buffer => extension('2.5.29.35', false, sequence(der(0x80, id)))

/** SubjectAltName of DNS names and IP addresses. */
export const subjectAltName = (hosts: readonly string[]): Buffer =>
  extension('2.5.29.17', false, sequence(...hosts.map(generalName)))

function generalName(host: string): Buffer {
  return isIP(host) === 0
    ? der(0x82, Buffer.from(host, 'ascii'))
    : der(0x87, Buffer.from(ipaddr.parse(host).toByteArray()))
}

/** Whether this object identifier, as DER, names the SubjectKeyIdentifier extension. */
export const isSubjectKeyIdentifier = (oid: Buffer): boolean => oid.equals(objectIdentifier(SUBJECT_KEY_IDENTIFIER))
