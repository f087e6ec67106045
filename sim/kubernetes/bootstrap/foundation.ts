import { clusterRole, groupBinding, type Manifest, type ManifestSettings, NAMESPACE } from './manifest.ts'

const BOOTSTRAPPERS = 'system:bootstrappers:nodes'
const NODES = 'system:nodes'
const REQUESTS = 'system:certificates.k8s.io:certificatesigningrequests'
const DEFAULTS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }

/** What every cluster of Talos has: machines can join, ask for certificates, and find the API. */
export function foundation({ bootstrapToken, apiServer }: ManifestSettings): readonly Manifest[] {
  const [id = '', secret = ''] = bootstrapToken.split('.')
  return [
    {
      id: '00-kubelet-bootstrapping-token',
      objects: [
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: `bootstrap-token-${id}`, namespace: NAMESPACE },
          stringData: {
            'auth-extra-groups': BOOTSTRAPPERS,
            'token-id': id,
            'token-secret': secret,
            'usage-bootstrap-authentication': 'true',
          },
          type: 'bootstrap.kubernetes.io/token',
        },
      ],
    },
    {
      id: '01-csr-node-bootstrap',
      objects: [
        groupBinding({ name: 'system-bootstrap-node-bootstrapper' }, 'system:node-bootstrapper', BOOTSTRAPPERS, NODES),
      ],
    },
    {
      id: '01-csr-approver-role-binding',
      objects: [
        groupBinding({ name: 'system-bootstrap-approve-node-client-csr' }, `${REQUESTS}:nodeclient`, BOOTSTRAPPERS),
      ],
    },
    {
      id: '01-csr-renewal-role-binding',
      objects: [groupBinding({ name: 'system-bootstrap-node-renewal' }, `${REQUESTS}:selfnodeclient`, NODES)],
    },
    {
      id: '11-kube-config-in-cluster',
      objects: [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'kubeconfig-in-cluster', namespace: NAMESPACE },
          data: { kubeconfig: kubeconfig(apiServer) },
        },
      ],
    },
    {
      id: '11-talos-node-rbac-template',
      objects: [
        groupBinding(
          {
            name: 'system:talos-nodes',
            labels: DEFAULTS,
            annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
          },
          'system:talos-nodes',
          NODES,
        ),
        clusterRole({ name: 'system:talos-nodes', labels: DEFAULTS }, [
          { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['get', 'list', 'watch'] },
        ]),
      ],
    },
  ]
}

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

const kubeconfig = (server: string): string =>
  [
    'apiVersion: v1',
    'clusters:',
    '- cluster:',
    `    certificate-authority: ${ACCOUNT}/ca.crt`,
    `    server: ${server}`,
    '  name: local',
    'contexts:',
    '- context:',
    '    cluster: local',
    '    user: service-account',
    '  name: local',
    'current-context: local',
    'kind: Config',
    'users:',
    '- name: service-account',
    '  user:',
    `    tokenFile: ${ACCOUNT}/token`,
    '',
  ].join('\n')
