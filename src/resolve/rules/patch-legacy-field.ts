import type { Rule } from '../rule.ts'
import { contractOf } from '../versions.ts'
import { patchDocuments, valueAt } from '../written-patches.ts'

/** Fields that clash with a document of newer contracts: since which contract, and how to say it then. */
const legacyFields: readonly (readonly [path: readonly string[], since: number, instead: string])[] = [
  [
    ['cluster', 'network', 'cni'],
    14,
    'kubernetes.cni: none in the cluster file, or KubeFlannelCNIConfig with $patch: delete',
  ],
  [['cluster', 'network', 'podSubnets'], 14, 'kubernetes.podSubnets in the cluster file, or KubeNetworkConfig'],
  [['cluster', 'network', 'serviceSubnets'], 14, 'kubernetes.serviceSubnets in the cluster file, or KubeNetworkConfig'],
  [['cluster', 'network', 'dnsDomain'], 14, 'kubernetes.dnsDomain in the cluster file, or KubeNetworkConfig'],
  [['cluster', 'proxy'], 14, 'kubernetes.kubeProxy: false in the cluster file, or KubeProxyConfig with enabled: false'],
  [['cluster', 'apiServer'], 14, 'kubernetes.extraArgs.apiServer in the cluster file, or KubeAPIServerConfig'],
  [
    ['cluster', 'controllerManager'],
    14,
    'kubernetes.extraArgs.controllerManager in the cluster file, or KubeControllerManagerConfig',
  ],
  [['cluster', 'scheduler'], 14, 'kubernetes.extraArgs.scheduler in the cluster file, or KubeSchedulerConfig'],
  [['cluster', 'coreDNS'], 14, 'KubeCoreDNSConfig'],
  [['cluster', 'discovery'], 14, 'DiscoveryServiceConfig'],
  [
    ['cluster', 'allowSchedulingOnControlPlanes'],
    14,
    'kubernetes.scheduleOnControlPlanes in the cluster file, or KubeNodeConfig',
  ],
  [['machine', 'kubelet'], 14, 'kubernetes.kubelet in the cluster file, or KubeletConfig'],
  [['machine', 'nodeLabels'], 14, 'labels in the cluster file, or KubeNodeConfig'],
  [['machine', 'nodeAnnotations'], 14, 'annotations in the cluster file, or KubeNodeConfig'],
  [['machine', 'nodeTaints'], 14, 'taints in the cluster file, or KubeNodeConfig'],
  [['machine', 'features', 'kubePrism'], 14, 'KubePrismConfig'],
  [['machine', 'features', 'hostDNS'], 14, 'ResolverConfig'],
  [['machine', 'network', 'nameservers'], 14, 'network.dns in the cluster file, or ResolverConfig'],
  [['machine', 'network', 'searchDomains'], 14, 'network.searchDomains in the cluster file, or ResolverConfig'],
  [['machine', 'network', 'hostname'], 12, 'the name of the pool in the cluster file'],
]

/** Talos refuses a config that says one thing both in the old place and in its own document. */
export const patchLegacyField: Rule = {
  code: 'patch-legacy-field',
  severity: 'error',
  summary: 'patches do not set fields that documents of their own have replaced in the contract',
  dependsOn: [
    ['talos', 'version'],
    ['talos', 'contract'],
  ],
  check: (context) => {
    const contract = contractOf(context.spec.talos)
    const fields = legacyFields.filter(([, since]) => contract >= since)
    return patchDocuments(context).flatMap(({ value, where }) =>
      fields
        .filter(([path]) => valueAt(value, ...path) !== undefined)
        .map(([path, since, instead]) => ({
          ...where(path, 'key'),
          message: `${path.join('.')} clashes with a document that contracts have since v1.${since}`,
          hint: `use ${instead}; or set talos.contract: v1.${since - 1}`,
        })),
    )
  },
}
