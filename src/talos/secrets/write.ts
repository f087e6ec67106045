import { parse } from 'yaml'
import { encodeBase64 } from '../../encoding/base64.ts'
import type { CertificateAndKey } from '../certificates/issue.ts'
import type { SecretsBundle } from './bundle.ts'

/** Writes a bundle as the text of `secrets.yaml`, byte for byte as `talosctl gen secrets` does. */
export function formatSecrets(bundle: SecretsBundle): string {
  const { cluster, encryption, authorities } = bundle
  return [
    ...section('cluster', { id: cluster.id, secret: cluster.secret }),
    ...section('secrets', {
      bootstraptoken: bundle.bootstrapToken,
      [`${encryption.kind}encryptionsecret`]: encryption.secret,
    }),
    ...section('trustdinfo', { token: bundle.trustdToken }),
    'certs:',
    ...indent(section('etcd', encoded(authorities.etcd))),
    ...indent(section('k8s', encoded(authorities.k8s))),
    ...indent(section('k8saggregator', encoded(authorities.k8saggregator))),
    ...indent(section('k8sserviceaccount', { key: encodeBase64(bundle.serviceAccountKey) })),
    ...indent(section('os', encoded(authorities.os))),
    '',
  ].join('\n')
}

const encoded = ({ crt, key }: CertificateAndKey) => ({ crt: encodeBase64(crt), key: encodeBase64(key) })

const indent = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`)

function section(name: string, values: Readonly<Record<string, string>>): string[] {
  return [`${name}:`, ...indent(Object.entries(values).map(([key, value]) => `${key}: ${scalar(value)}`))]
}

// Go's YAML quotes doubly what would not read back as text (one token in millions is a number), singly what starts oddly.
function scalar(value: string): string {
  const plain = /^[\w+/-][\w+/.-]*=*$/.test(value) && !value.startsWith('---')
  if (!plain) return `'${value.replaceAll("'", "''")}'`
  return typeof parse(value, { schema: 'yaml-1.1' }) === 'string' ? value : `"${value}"`
}
