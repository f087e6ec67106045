import type { SecretsBundle } from '../secrets/bundle.ts'

const pem = (label: string): string =>
  `-----BEGIN ${label}-----\n${Buffer.from('a placeholder, not a secret').toString('base64')}\n-----END ${label}-----\n`

const pair = { crt: pem('CERTIFICATE'), key: pem('PRIVATE KEY') }
const key = Buffer.from('placeholder'.padEnd(32, '-')).toString('base64')

/** Stands for the secrets of a cluster where a config is only looked at: of the right form, and of no use to anyone. */
export const placeholderBundle: SecretsBundle = {
  cluster: { id: 'placeholder-for-the-id-of-the-cluster', secret: key },
  bootstrapToken: 'placeh.olderplaceholder',
  encryption: { kind: 'secretbox', secret: key },
  trustdToken: 'placeh.olderplaceholder',
  authorities: { etcd: pair, k8s: pair, k8saggregator: pair, os: pair },
  serviceAccountKey: pem('PRIVATE KEY'),
}

/** Stands for a secret of the cluster file. */
export const placeholderSecret = 'placeholder-secret'

/** Stands for the endpoint of a cluster whose first control plane gets its address by DHCP. */
export const placeholderEndpoint = 'https://first-control-plane.invalid:6443'

/** Stands for an address that DHCP will give; it is one for documents, which no machine has. */
export const placeholderAddress = '192.0.2.1'

/** Stands for the host of a machine that has not been placed. */
export const placeholderHost = 'some-host'
