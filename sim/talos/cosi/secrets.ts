import type { Value } from '../../../src/talos/document/value.ts'
import { machineConfig } from '../config/machine-config.ts'
import { hostsOf } from '../kubernetes/hosts.ts'
import { ownAddresses } from '../network/addresses.ts'
import type { Node } from '../node.ts'
import type { ResourceContent, ResourceKind } from './kind.ts'

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host)

const namesOf = (hosts: readonly string[], fqdn: string): Value => ({
  ips: hosts.filter(isAddress).sort(),
  dnsNames: hosts.filter((host) => !isAddress(host)).sort(),
  fqdn,
})

/** For which names a machine's certificates are. */
function certificateNames(node: Node): readonly ResourceContent[] {
  const { hostname } = node.state.network
  const config = machineConfig(node)
  const own = [...ownAddresses(node), hostname]
  const maintenance = namesOf([...own, '127.0.0.1', '::1'], 'maintenance-service.talos.dev')
  return [
    { id: 'maintenance', owner: 'secrets.MaintenanceCertSANsController', spec: maintenance },
    ...(config === undefined
      ? []
      : [{ id: 'api', spec: namesOf([...new Set([...own, ...config.certSans])], hostname) }]),
    ...(config?.type === 'controlplane'
      ? [{ id: 'k8s', owner: 'secrets.KubernetesCertSANsController', spec: namesOf(hostsOf(node, config), '') }]
      : []),
  ]
}

/** Resources about certificates. */
export const secretKinds: readonly ResourceKind[] = [
  { type: 'CertSANs.secrets.talos.dev', owner: 'secrets.APICertSANsController', list: certificateNames },
]
