import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { isObject, type JsonObject, parseJson } from '../json.ts'

/** Issues tokens of service accounts, and knows its own again. */
export interface TokenIssuer {
  /** How it calls itself in tokens, which is also whom they are for by default. */
  readonly url: string
  readonly issue: (claims: JsonObject) => string
  readonly read: (token: string) => ReadToken
}

/** What a text is to an issuer: no token of its own, one that is not as it was issued, or what it claims. */
export type ReadToken =
  | { readonly kind: 'foreign' }
  | { readonly kind: 'forged' }
  | { readonly kind: 'own'; readonly claims: JsonObject }

/** An issuer with a key as configs hold it, RSA or on the curve P-256, in PEM. */
export function tokenIssuer({ url, key }: { readonly url: string; readonly key: string }): TokenIssuer {
  // Read when it is first needed, since most clusters never hand out a token.
  let known: Keys | undefined
  const keys = () => {
    known ??= readKeys(key)
    return known
  }
  return {
    url,
    issue(claims) {
      const { privateKey, head } = keys()
      const text = `${encode(head)}.${encode({ ...claims, iss: url })}`
      return `${text}.${sign('sha256', Buffer.from(text), signing(privateKey)).toString('base64url')}`
    },
    read(token) {
      const [first = '', second = '', third, ...more] = token.split('.')
      const [said, claims] = [decode(first), decode(second)]
      if (said === undefined || claims === undefined || third === undefined || more.length > 0)
        return { kind: 'foreign' }
      if (claims.iss !== url) return { kind: 'foreign' }
      const { publicKey, head } = keys()
      const isOwn =
        said.alg === head.alg &&
        verify('sha256', Buffer.from(`${first}.${second}`), signing(publicKey), Buffer.from(third, 'base64url'))
      return isOwn ? { kind: 'own', claims } : { kind: 'forged' }
    },
  }
}

interface Keys {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly head: { readonly alg: string; readonly kid: string }
}

function readKeys(pem: string): Keys {
  const privateKey = createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey)
  const alg = privateKey.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256'
  return { privateKey, publicKey, head: { alg, kid: keyId(publicKey) } }
}

/** Signatures on a curve are its two numbers, one behind the other. */
const signing = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' }) as const

const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url')

const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function decode(part: string): JsonObject | undefined {
  try {
    const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
