import type { JsonObject } from '../json.ts'

const RBAC = 'rbac.authorization.k8s.io'
const DEFAULTS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }
const READ = ['get', 'list', 'watch']
const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update']

const rule = (group: string, resources: readonly string[], verbs: readonly string[]): JsonObject => ({
  apiGroups: [group],
  resources,
  verbs,
})

const paths = (...nonResourceURLs: readonly string[]): JsonObject => ({ nonResourceURLs, verbs: ['get'] })

// What everybody who may see a namespace may see; secrets are not among it.
const VIEWED: readonly (readonly [string, readonly string[]])[] = [
  [
    '',
    [
      'bindings',
      'configmaps',
      'endpoints',
      'events',
      'limitranges',
      'namespaces',
      'namespaces/status',
      'persistentvolumeclaims',
      'pods',
      'pods/log',
      'pods/status',
      'replicationcontrollers',
      'resourcequotas',
      'serviceaccounts',
      'services',
    ],
  ],
  [
    'apps',
    [
      'controllerrevisions',
      'daemonsets',
      'deployments',
      'deployments/scale',
      'replicasets',
      'replicasets/scale',
      'statefulsets',
      'statefulsets/scale',
    ],
  ],
  ['autoscaling', ['horizontalpodautoscalers']],
  ['batch', ['cronjobs', 'jobs']],
  ['discovery.k8s.io', ['endpointslices']],
  ['networking.k8s.io', ['ingresses', 'networkpolicies']],
  ['policy', ['poddisruptionbudgets']],
]

const EDITED: readonly (readonly [string, readonly string[]])[] = [
  [
    '',
    [
      'configmaps',
      'events',
      'persistentvolumeclaims',
      'pods',
      'pods/eviction',
      'replicationcontrollers',
      'secrets',
      'serviceaccounts',
      'services',
    ],
  ],
  [
    'apps',
    [
      'daemonsets',
      'deployments',
      'deployments/scale',
      'replicasets',
      'replicasets/scale',
      'statefulsets',
      'statefulsets/scale',
    ],
  ],
  ['autoscaling', ['horizontalpodautoscalers']],
  ['batch', ['cronjobs', 'jobs']],
  ['networking.k8s.io', ['ingresses', 'networkpolicies']],
  ['policy', ['poddisruptionbudgets']],
]

const viewRules = VIEWED.map(([group, resources]) => rule(group, resources, READ))
const editRules = [
  ...viewRules,
  rule('', ['secrets'], READ),
  ...EDITED.map(([group, resources]) => rule(group, resources, WRITE)),
  rule('', ['serviceaccounts/token'], ['create']),
]

const ROLES: Readonly<Record<string, readonly JsonObject[]>> = {
  'cluster-admin': [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ],
  admin: [...editRules, rule(RBAC, ['roles', 'rolebindings'], [...READ, ...WRITE])],
  edit: editRules,
  view: viewRules,
  'system:discovery': [
    paths(
      '/api',
      '/api/*',
      '/apis',
      '/apis/*',
      '/healthz',
      '/livez',
      '/openapi',
      '/openapi/*',
      '/readyz',
      '/version',
      '/version/',
    ),
  ],
  'system:public-info-viewer': [paths('/healthz', '/livez', '/readyz', '/version', '/version/')],
  'system:basic-user': [
    rule('authorization.k8s.io', ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'], ['create']),
    rule('authentication.k8s.io', ['selfsubjectreviews'], ['create']),
  ],
  'system:auth-delegator': [
    rule('authentication.k8s.io', ['tokenreviews'], ['create']),
    rule('authorization.k8s.io', ['subjectaccessreviews'], ['create']),
  ],
  'system:node': [
    rule(
      '',
      ['nodes', 'pods', 'services', 'configmaps', 'secrets', 'persistentvolumeclaims', 'persistentvolumes'],
      READ,
    ),
    rule('', ['nodes', 'nodes/status', 'pods', 'pods/status', 'events'], WRITE),
    rule('coordination.k8s.io', ['leases'], [...READ, ...WRITE]),
    rule('certificates.k8s.io', ['certificatesigningrequests'], ['create', ...READ]),
    rule('authentication.k8s.io', ['tokenreviews'], ['create']),
    rule('', ['serviceaccounts/token'], ['create']),
  ],
  'system:certificates.k8s.io:certificatesigningrequests:nodeclient': [
    rule('certificates.k8s.io', ['certificatesigningrequests/nodeclient'], ['create']),
  ],
  'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient': [
    rule('certificates.k8s.io', ['certificatesigningrequests/selfnodeclient'], ['create']),
  ],
  'system:node-bootstrapper': [rule('certificates.k8s.io', ['certificatesigningrequests'], ['create', ...READ])],
}

const BINDINGS: Readonly<Record<string, readonly [role: string, ...groups: readonly string[]]>> = {
  'cluster-admin': ['cluster-admin', 'system:masters'],
  'system:discovery': ['system:discovery', 'system:authenticated'],
  'system:basic-user': ['system:basic-user', 'system:authenticated'],
  'system:public-info-viewer': ['system:public-info-viewer', 'system:authenticated', 'system:unauthenticated'],
  'system:node': ['system:node', 'system:nodes'],
}

/** The roles that every cluster comes with, as far as people and nodes need them. */
export const defaultRoles: readonly JsonObject[] = [
  ...Object.entries(ROLES).map(([name, rules]) => ({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name, labels: DEFAULTS },
    rules,
  })),
  ...Object.entries(BINDINGS).map(([name, [role, ...groups]]) => ({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name, labels: DEFAULTS },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: groups.map((group) => ({ apiGroup: RBAC, kind: 'Group', name: group })),
  })),
]
