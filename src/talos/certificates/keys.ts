import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

/** The kinds of key that Talos and Kubernetes use. */
export type KeyKind = 'ed25519' | 'p256' | 'rsa4096'

/** A fresh key, with its PEM text as Talos writes it. */
export interface PrivateKey {
  readonly key: KeyObject
  readonly publicKey: KeyObject
  readonly pem: string
}

// Talos puts PKCS#8 bytes of an Ed25519 key under a label of its own that OpenSSL, hence Node, does not know.
const TALOS_ED25519 = 'ED25519 PRIVATE KEY'
const PKCS8 = 'PRIVATE KEY'

const generate = promisify(generateKeyPair)

const KINDS: { readonly [K in KeyKind]: () => Promise<PrivateKey> } = {
  ed25519: async () => {
    const { privateKey, publicKey } = await generate('ed25519')
    return { key: privateKey, publicKey, pem: relabel(exportPem(privateKey, 'pkcs8'), PKCS8, TALOS_ED25519) }
  },
  p256: async () => {
    const { privateKey, publicKey } = await generate('ec', { namedCurve: 'P-256' })
    return { key: privateKey, publicKey, pem: exportPem(privateKey, 'sec1') }
  },
  rsa4096: async () => {
    const { privateKey, publicKey } = await generate('rsa', { modulusLength: 4096 })
    return { key: privateKey, publicKey, pem: exportPem(privateKey, 'pkcs1') }
  },
}

/** Makes a new private key. */
export const generateKey = (kind: KeyKind): Promise<PrivateKey> => KINDS[kind]()

/** The same key under the label that Node's TLS and crypto accept. */
export const keyPemForNode = (pem: string): string => relabel(pem, TALOS_ED25519, PKCS8)

/** Reads a private key under any label that Talos accepts; throws when it is none. */
export const readPrivateKey = (pem: string): KeyObject => createPrivateKey(keyPemForNode(pem))

function exportPem(key: KeyObject, type: 'pkcs8' | 'sec1' | 'pkcs1'): string {
  return key.export({ type, format: 'pem' }).toString()
}

function relabel(pem: string, from: string, to: string): string {
  return pem
    .replaceAll(`-----BEGIN ${from}-----`, `-----BEGIN ${to}-----`)
    .replaceAll(`-----END ${from}-----`, `-----END ${to}-----`)
}
