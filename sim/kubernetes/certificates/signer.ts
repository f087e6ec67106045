import { extendedKeyUsage, type KeyUsage, keyUsage, type Purpose } from '../../../src/talos/certificates/extensions.ts'
import { type CertificateAndKey, issueCertificate } from '../../../src/talos/certificates/issue.ts'
import { type RequestContent, readRequest } from './request.ts'

/** A certificate that somebody asks for, once it is approved. */
export interface CertificateWish {
  /** As PEM. */
  readonly request: string
  readonly signerName: string
  readonly usages: readonly string[]
  readonly seconds: number | undefined
}

/** Issues certificates, as PEM; what a signer does not sign is refused with its reason. */
export type Signer = (
  wish: CertificateWish,
  now: number,
) => { readonly certificate: string } | { readonly refused: string }

const YEAR = 365 * 24 * 3600
const SHORTEST = 600
/** How far back certificates begin, for clocks that lag. */
const BACKDATE_MS = 5 * 60 * 1000

const NODES = 'system:nodes'
const NODE = 'system:node:'

type Rule = (content: RequestContent, usages: readonly string[]) => string | undefined

const ofNode: Rule = ({ commonName, organizations }) => {
  if (organizations.length !== 1 || organizations[0] !== NODES) return 'subject organization is not system:nodes'
  return commonName.startsWith(NODE) ? undefined : 'subject common name does not begin with system:node:'
}

const only =
  (...allowed: readonly string[]): Rule =>
  (_, usages) =>
    usages.every((usage) => allowed.includes(usage)) && usages.includes(allowed.at(-1) ?? '')
      ? undefined
      : `usages did not match: requires ${allowed.at(-1)}`

const KEY = ['digital signature', 'key encipherment']

/** What each signer of a cluster signs. */
const SIGNERS: Readonly<Record<string, readonly Rule[]>> = {
  'kubernetes.io/kube-apiserver-client': [only(...KEY, 'client auth')],
  'kubernetes.io/kube-apiserver-client-kubelet': [
    ofNode,
    only(...KEY, 'client auth'),
    ({ hosts }) => (hosts.length > 0 ? 'DNS and IP subjectAltNames are not allowed' : undefined),
  ],
  'kubernetes.io/kubelet-serving': [
    ofNode,
    only(...KEY, 'server auth'),
    ({ hosts }) => (hosts.length === 0 ? 'DNS or IP subjectAltName is required' : undefined),
  ],
}

/** The signers that a cluster has. */
export const hasSigner = (name: string): boolean => Object.hasOwn(SIGNERS, name)

const KEY_USAGES: Readonly<Record<string, KeyUsage>> = {
  'digital signature': 'digitalSignature',
  'key encipherment': 'keyEncipherment',
}
const PURPOSES: Readonly<Record<string, Purpose>> = { 'client auth': 'clientAuth', 'server auth': 'serverAuth' }

/** The signers of a cluster, all with its own authority. */
export function clusterSigner(authority: CertificateAndKey): Signer {
  return ({ request, signerName, usages, seconds }, now) => {
    const content = readRequest(request)
    if (content === undefined) return { refused: 'unable to parse csr' }
    for (const rule of SIGNERS[signerName] ?? []) {
      const refused = rule(content, usages)
      if (refused !== undefined) return { refused }
    }
    const lifetime = Math.max(SHORTEST, Math.min(seconds ?? YEAR, YEAR)) * 1000
    const certificate = issueCertificate(
      {
        subject: { organizations: content.organizations, commonName: content.commonName },
        publicKey: content.publicKey,
        from: new Date(now - BACKDATE_MS),
        until: new Date(now + lifetime - BACKDATE_MS),
        extensions: [
          keyUsage(...usages.flatMap((usage) => KEY_USAGES[usage] ?? [])),
          extendedKeyUsage(...usages.flatMap((usage) => PURPOSES[usage] ?? [])),
        ],
        ...(content.hosts.length === 0 ? {} : { hosts: content.hosts }),
      },
      authority,
    )
    return { certificate }
  }
}
