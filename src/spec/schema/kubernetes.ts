import { z } from 'zod'
import { field, kind, part, required } from './field.ts'
import { cidr, dnsName, httpsUrl, ipAddress, version } from './values.ts'

const labelKey = z
  .string()
  .regex(
    /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$/,
    'not a label key: an optional DNS prefix and /, then at most 63 letters, digits, - _ .',
  )
const labelValue = z
  .string()
  .regex(/^([A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?)?$/, 'not a label value: at most 63 letters, digits, - _ .')
const extraArgs = z.record(
  z.string().regex(/^[a-z][a-z0-9-]*$/, 'not a flag name: write it without the leading dashes'),
  z.union([z.string(), z.array(z.string())]),
)

/** A node taint as kubectl writes it. */
export const taint = kind(
  z
    .string()
    .regex(
      /^[A-Za-z0-9]([-\w./]{0,251}[A-Za-z0-9])?(=[-\w.]{0,63})?:(NoSchedule|PreferNoSchedule|NoExecute)$/,
      'not a taint: write key=value:NoSchedule',
    ),
  {
    title: 'taint',
    description: 'Key, value and effect as kubectl writes them; the value may be left out.',
    examples: ['dedicated=gpu:NoSchedule', 'slow:NoExecute'],
  },
)
export const labels = z.record(labelKey, labelValue)
export const annotations = z.record(labelKey, z.string())

/** Kubernetes keys that may differ between machines. */
export const machineKubernetesShape = {
  labels: field(labels, { description: 'Node labels.', example: { 'node.longhorn.io/create-default-disk': 'config' } }),
  annotations: field(annotations, { description: 'Node annotations.', example: { 'example.com/rack': 'a1' } }),
  taints: field(z.array(taint), { description: 'Node taints.', example: ['nvidia.com/gpu=present:NoSchedule'] }),
  kubelet: field(
    z.strictObject({
      extraArgs: field(extraArgs, {
        description: 'Flags of the kubelet.',
        example: { 'rotate-server-certificates': 'true' },
      }),
      extraConfig: field(z.record(z.string(), z.unknown()), {
        description: "Keys of the kubelet's configuration.",
        example: { maxPods: 250 },
      }),
      nodeIP: field(z.array(z.string().regex(/^!?[0-9A-Fa-f:.]+\/\d{1,3}$/, 'not a network, or one with ! in front')), {
        description: 'Networks the node address is taken from; `!` excludes.',
        example: ['192.168.1.0/24'],
        derived: 'the network of the first NIC',
      }),
    }),
    { description: 'Settings of the kubelet.', example: { extraConfig: { maxPods: 250 } } },
  ),
}

/** Kubernetes keys that may differ between machines, as a part. */
export const machineKubernetes = part(
  'MachineKubernetes',
  'Kubernetes settings of machines.',
  z.strictObject(machineKubernetesShape),
)

const manifest = part(
  'Manifest',
  'A manifest: exactly one of `url`, `file` and `inline`.',
  z
    .strictObject({
      name: field(z.string().min(1).max(253), { description: 'Name, needed with `inline`.', example: 'namespace' }),
      url: field(z.string().regex(/^https?:\/\//, 'not a URL'), {
        description: 'Address the nodes fetch it from, once.',
        example: 'https://example.com/crds.yaml',
      }),
      file: field(z.string().min(1), {
        description: 'File, relative to the cluster file.',
        example: 'manifests/cilium.yaml',
      }),
      inline: field(z.string().min(1), {
        description: 'The manifest itself.',
        example: '{ apiVersion: v1, kind: Namespace, metadata: { name: apps } }',
      }),
    })
    .refine(
      (value) => [value.url, value.file, value.inline].filter((part) => part !== undefined).length === 1,
      'name exactly one of url, file or inline',
    )
    .meta({ oneOf: [{ required: ['url'] }, { required: ['file'] }, { required: ['inline'] }] }),
)

/** Kubernetes keys of the cluster as a whole. */
export const clusterKubernetesShape = {
  version: field(version, {
    description: 'Kubernetes version.',
    example: 'v1.35.0',
    derived: 'the first release of the newest minor that this Talos supports',
  }),
  cni: field(
    z.union([
      z.enum(['flannel', 'none']),
      z.strictObject({
        urls: required(z.array(z.string().regex(/^https?:\/\//, 'not a URL')).min(1), {
          description: 'Manifests of the network plugin.',
          example: ['https://example.com/cni.yaml'],
        }),
      }),
    ]),
    {
      description: "Pod network: Talos' own `flannel`, `none` (installed by other means), or manifests of another one.",
      example: 'none',
      default: 'flannel',
    },
  ),
  kubeProxy: field(z.boolean(), { description: 'Run kube-proxy.', example: false, default: true }),
  podSubnets: field(z.array(cidr).min(1).max(2), {
    description: 'Pod networks.',
    example: ['10.244.0.0/16'],
    derived: '10.244.0.0/16, fc00:db8:10::/56 with IPv6',
  }),
  serviceSubnets: field(z.array(cidr).min(1).max(2), {
    description: 'Service networks.',
    example: ['10.96.0.0/12'],
    derived: '10.96.0.0/12, fc00:db8:20::/112 with IPv6',
  }),
  dnsDomain: field(dnsName, {
    description: 'DNS domain of the cluster.',
    example: 'cluster.local',
    default: 'cluster.local',
  }),
  sans: field(z.array(z.union([ipAddress, dnsName])), {
    description: 'Further names in the certificates of the Kubernetes and Talos APIs.',
    example: ['k8s.example.com'],
  }),
  scheduleOnControlPlanes: field(z.boolean(), {
    description: 'Let ordinary pods run on control planes.',
    example: true,
    derived: 'yes when there are no workers',
  }),
  extraArgs: field(
    z.strictObject({
      apiServer: field(extraArgs, {
        description: 'Flags of the API server.',
        example: { 'feature-gates': 'MutatingAdmissionPolicy=true' },
      }),
      controllerManager: field(extraArgs, {
        description: 'Flags of the controller manager.',
        example: { 'bind-address': '0.0.0.0' },
      }),
      scheduler: field(extraArgs, { description: 'Flags of the scheduler.', example: { 'bind-address': '0.0.0.0' } }),
      proxy: field(extraArgs, { description: 'Flags of kube-proxy.', example: { 'proxy-mode': 'nftables' } }),
      etcd: field(extraArgs, {
        description: 'Flags of etcd.',
        example: { 'listen-metrics-urls': 'http://0.0.0.0:2381' },
      }),
    }),
    {
      description: "Flags of the control plane's programs, without leading dashes.",
      example: { scheduler: { 'bind-address': '0.0.0.0' } },
    },
  ),
  oidc: field(
    z.strictObject({
      issuer: required(httpsUrl, {
        description: 'Issuer of the tokens.',
        example: 'https://id.example.com/realms/home',
      }),
      clientId: required(z.string().min(1), { description: 'Audience of the tokens.', example: 'kubernetes' }),
      usernameClaim: field(z.string().min(1), {
        description: 'Claim with the user name.',
        example: 'email',
        default: 'sub',
      }),
      usernamePrefix: field(z.string(), { description: 'Put before user names.', example: 'oidc:' }),
      groupsClaim: field(z.string().min(1), { description: 'Claim with the groups.', example: 'groups' }),
      groupsPrefix: field(z.string(), { description: 'Put before group names.', example: 'oidc:' }),
    }),
    {
      description: 'Sign-in to Kubernetes by OpenID Connect.',
      example: { issuer: 'https://id.example.com/realms/home', clientId: 'kubernetes' },
    },
  ),
  manifests: field(z.array(manifest), {
    description:
      'Manifests that are there from the first moment of the cluster. Those of `file` and `inline` are kept as the file says, and what leaves them is deleted; those of `url` machines fetch by themselves.',
    example: [{ url: 'https://example.com/crds.yaml' }],
  }),
}
