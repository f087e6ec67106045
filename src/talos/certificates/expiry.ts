import { X509Certificate } from 'node:crypto'
import { isMap, isSeq } from 'yaml'
import { openClientConfig } from '../../files/client-config.ts'
import type { SecretsBundle } from '../secrets/bundle.ts'

/** When one certificate ends. */
export interface CertificateExpiry {
  /** What the certificate is for, such as `Talos authority` or `context homelab`. */
  readonly name: string
  readonly until: Date
}

/** When the authorities of a bundle end. */
export function bundleExpiry({
  authorities: { os, k8s, k8saggregator, etcd },
}: SecretsBundle): readonly CertificateExpiry[] {
  return [
    ...expiry('Talos authority', os.crt),
    ...expiry('Kubernetes authority', k8s.crt),
    ...expiry('Kubernetes aggregator authority', k8saggregator.crt),
    ...expiry('etcd authority', etcd.crt),
  ]
}

/** When the client certificates in a talosconfig end. */
export function talosconfigExpiry(text: string, source: string): readonly CertificateExpiry[] {
  const contexts = openClientConfig(text, source).get('contexts')
  if (!isMap(contexts)) return []
  return contexts.items.flatMap(({ key, value }) =>
    expiry(`context ${String(key)}`, isMap(value) ? decoded(value.get('crt')) : undefined),
  )
}

/** When the client certificates in a kubeconfig end; users who log in some other way have none. */
export function kubeconfigExpiry(text: string, source: string): readonly CertificateExpiry[] {
  const users = openClientConfig(text, source).get('users')
  if (!isSeq(users)) return []
  return users.items
    .filter((item) => isMap(item))
    .flatMap((item) =>
      expiry(`user ${String(item.get('name'))}`, decoded(item.getIn(['user', 'client-certificate-data']))),
    )
}

/** Says in words how long a certificate still holds. */
export function describeExpiry({ until }: CertificateExpiry, now: Date): string {
  const date = until.toISOString().slice(0, 10)
  const hours = (until.getTime() - now.getTime()) / 3_600_000
  if (hours <= 0) return `expired on ${date}`
  if (hours < 48) return `expires in ${Math.ceil(hours)} h`
  return `expires in ${Math.floor(hours / 24)} days, on ${date}`
}

function expiry(name: string, pem: string | undefined): readonly CertificateExpiry[] {
  if (pem === undefined) return []
  try {
    return [{ name, until: new Date(new X509Certificate(pem).validTo) }]
  } catch {
    return []
  }
}

const decoded = (value: unknown): string | undefined =>
  typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : undefined
