import type { Document } from 'yaml'
import type { Edit } from '../../test/life/stage.ts'

/** The name of the manifest that stands for the network add-on, which each machine brings itself. */
export const NETWORK_MANIFEST = 'network.yaml'

/**
 * The homelab of the examples in the network of genuine machines. Images and manifests come from the bridge; the kubelet
 * must not want control groups that the computer may not have, and there is no image of CoreDNS and kube-proxy.
 */
export function inLab(subnet: string, kubernetesVersion: string): Edit {
  const set = (file: Document, at: string, value: unknown) => file.setIn(at.split('.'), file.createNode(value))
  return (file) => {
    set(file, 'network.cidr', `${subnet}.0/24`)
    set(file, 'network.gateway', `${subnet}.1`)
    set(file, 'network.dns', [`${subnet}.1`])
    set(file, 'network.vip', `${subnet}.210`)
    set(file, 'talos.version', 'v1.12.6')
    set(file, 'talos.registries', { '*': { endpoints: [`http://${subnet}.1:5000`] } })
    set(file, 'talos.patches', [
      {
        machine: { kubelet: { extraConfig: { cgroupsPerQOS: 'false', enforceNodeAllocatable: ['none'] } } },
        cluster: {
          discovery: { registries: { service: { endpoint: `http://${subnet}.1:3000` } } },
          coreDNS: { disabled: 'true' },
        },
      },
    ])
    set(file, 'kubernetes.version', `v${kubernetesVersion}`)
    set(file, 'kubernetes.cni', { urls: [`http://${subnet}.1:8080/${NETWORK_MANIFEST}`] })
    set(file, 'kubernetes.kubeProxy', 'false')
    set(file, 'workers.general.count', '1')
  }
}
