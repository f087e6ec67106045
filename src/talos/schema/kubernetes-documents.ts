import type { DocumentTable, StructTable } from './notation.ts'

/** Documents that replace the `cluster` section. */
export const kubernetesDocuments = {
  KubeAPIServerCAConfig: { since: '1.14', fields: { issuingCA: 'PemCertAndKey?', acceptedCAs: '[]string' } },
  KubeAPIServerConfig: {
    since: '1.14',
    controlPlane: true,
    fields: {
      image: 'string keep',
      extraArgs: 'args',
      env: '{}string',
      resources: 'Resources',
      apiPort: 'int?',
      certExtraSANs: '[]string',
      startupProbes: 'bool?',
    },
  },
  KubeAdmissionControlConfig: {
    since: '1.14',
    named: true,
    controlPlane: true,
    fields: { configuration: 'object keep' },
  },
  KubeAggregatorCAConfig: {
    since: '1.14',
    controlPlane: true,
    fields: { issuingCA: 'PemCertAndKey?', acceptedCAs: '[]string' },
  },
  KubeAuditPolicyConfig: { since: '1.14', controlPlane: true, fields: { configuration: 'object keep replace' } },
  KubeAuthenticationConfig: { since: '1.14', controlPlane: true, fields: { configuration: 'object keep replace' } },
  KubeAuthorizerConfig: {
    since: '1.14',
    named: true,
    controlPlane: true,
    fields: { type: 'string keep', webhook: 'object' },
  },
  KubeClusterConfig: { since: '1.14', fields: { clusterName: 'string keep', endpoint: 'url keep' } },
  KubeControllerManagerConfig: {
    since: '1.14',
    controlPlane: true,
    fields: { enabled: 'bool?', image: 'string keep', extraArgs: 'args', env: '{}string', resources: 'Resources' },
  },
  KubeCoreDNSConfig: { since: '1.14', controlPlane: true, fields: { enabled: 'bool?', image: 'string' } },
  KubeCredentialProviderConfig: { since: '1.14', fields: { configuration: 'object keep replace' } },
  KubeEtcdEncryptionConfig: { since: '1.14', controlPlane: true, fields: { config: 'object keep' } },
  KubeExternalManifestConfig: { since: '1.14', named: true, fields: { headers: '{}string', url: 'url keep' } },
  KubeFlannelCNIConfig: {
    since: '1.14',
    controlPlane: true,
    fields: {
      backendType: 'string keep',
      backendPort: 'uint16',
      backendMTU: 'uint32',
      backendExtraConfig: 'object',
      resources: 'Resources',
      extraArgs: '[]string',
      kubeNetworkPoliciesEnabled: 'bool?',
    },
  },
  KubeInlineManifestConfig: { since: '1.14', named: true, fields: { manifest: 'string keep' } },
  KubeNetworkConfig: {
    since: '1.14',
    fields: {
      dnsDomain: 'string keep',
      podSubnets: '[]prefix keep replace',
      serviceSubnets: '[]prefix keep replace',
      nodeCIDRMaskSizeIPv4: 'int',
      nodeCIDRMaskSizeIPv6: 'int',
    },
  },
  KubeNodeConfig: {
    since: '1.14',
    fields: {
      skipNodeRegistration: 'bool?',
      registerWithFQDN: 'bool?',
      nodeIP: 'NodeIp keep',
      labels: '{}string',
      annotations: '{}string',
      taints: '{}string',
    },
  },
  KubePrismConfig: { since: '1.14', fields: { port: 'int keep', tlsServerName: 'string' } },
  KubeProxyConfig: {
    since: '1.14',
    controlPlane: true,
    fields: {
      enabled: 'bool?',
      image: 'string',
      mode: 'string',
      config: 'object keep',
      extraArgs: 'args',
      resources: 'Resources',
    },
  },
  KubeSchedulerConfig: {
    since: '1.14',
    controlPlane: true,
    fields: {
      enabled: 'bool?',
      image: 'string keep',
      config: 'object keep',
      extraArgs: 'args',
      env: '{}string',
      resources: 'Resources',
    },
  },
  KubeServiceAccountConfig: {
    since: '1.14',
    controlPlane: true,
    fields: { issuer: 'IssuerServiceAccount keep', accepted: 'AcceptedServiceAccount' },
  },
  KubeStaticPodConfig: { since: '1.14', named: true, fields: { pod: 'object keep replace' } },
  KubeTalosAPIAccessConfig: {
    since: '1.14',
    controlPlane: true,
    fields: { allowedRoles: '[]string', allowedKubernetesNamespaces: '[]string' },
  },
  KubeletConfig: {
    since: '1.14',
    fields: {
      image: 'string keep',
      config: 'object keep',
      extraArgs: 'args',
      clusterDNS: '[]string',
      defaultRuntimeSeccompProfileEnabled: 'bool?',
    },
  },
} as const satisfies DocumentTable

/** The parts of Kubernetes documents. */
export const kubernetesStructs = {
  PemCertAndKey: { cert: 'string', key: 'string' },
  AcceptedServiceAccount: { publicKeys: '[]string', issuers: '[]url', audiences: '[]string' },
  IssuerServiceAccount: { privateKey: 'string keep', issuerURL: 'url keep' },
} as const satisfies StructTable
