import { type JsonObject, listAt, numberAt, objectAt, objectsAt, textAt, textsAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { AGE, type Column, integer, NAME, NONE, text, wide } from './column.ts'
import { age } from './duration.ts'
import { conditionOf, holds, podReady, podRestarts, podStatus } from './pod-status.ts'

const count = (object: JsonObject, ...path: readonly string[]): number => numberAt(object, ...path) ?? 0
const orNone = (value: string): string => value || NONE

/** A selector on one line. */
function selectorText(selector: JsonObject): string {
  const labels = Object.entries(textsAt(selector, 'matchLabels')).map(([key, value]) => `${key}=${value}`)
  return orNone(labels.sort().join(','))
}

const labelText = (labels: Readonly<Record<string, string>>): string =>
  orNone(
    Object.entries(labels)
      .map(([key, value]) => `${key}=${value}`)
      .sort()
      .join(','),
  )

const containers = (object: KubeObject) => objectsAt(object, 'spec', 'template', 'spec', 'containers')

/** What wide output shows of what a workload runs. */
const TEMPLATE: readonly Column[] = [
  wide(
    text('Containers', (object) =>
      containers(object)
        .map((each) => textAt(each, 'name'))
        .join(','),
    ),
  ),
  wide(
    text('Images', (object) =>
      containers(object)
        .map((each) => textAt(each, 'image'))
        .join(','),
    ),
  ),
  wide(text('Selector', (object) => selectorText(objectAt(object, 'spec', 'selector')))),
]

const ROLE = 'node-role.kubernetes.io/'

function nodeRoles({ metadata: { labels = {} } }: KubeObject): string {
  const roles = Object.keys(labels).filter((key) => key.startsWith(ROLE))
  return orNone(
    roles
      .map((key) => key.slice(ROLE.length))
      .sort()
      .join(','),
  )
}

function nodeStatus(node: KubeObject): string {
  const ready = conditionOf(node, 'Ready')
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'
  return objectAt(node, 'spec').unschedulable === true ? `${state},SchedulingDisabled` : state
}

const nodeAddress = (node: KubeObject, type: string): string =>
  orNone(
    textAt(
      objectsAt(node, 'status', 'addresses').find((each) => each.type === type),
      'address',
    ),
  )

function servicePorts(service: KubeObject): string {
  const ports = objectsAt(service, 'spec', 'ports').map((port) => {
    const node = numberAt(port, 'nodePort')
    return `${numberAt(port, 'port')}${node === undefined ? '' : `:${node}`}/${textAt(port, 'protocol')}`
  })
  return orNone(ports.join(','))
}

function externalIps(service: KubeObject): string {
  const type = textAt(service, 'spec', 'type')
  if (type === 'ExternalName') return textAt(service, 'spec', 'externalName')
  const balanced = objectsAt(service, 'status', 'loadBalancer', 'ingress').map((each) => textAt(each, 'ip'))
  return balanced.join(',') || (type === 'LoadBalancer' ? '<pending>' : NONE)
}

function requestState(request: KubeObject): string {
  const types = objectsAt(request, 'status', 'conditions').map((each) => textAt(each, 'type'))
  const state = types.length === 0 ? 'Pending' : types.join(',')
  return textAt(request, 'status', 'certificate') === '' ? state : `${state},Issued`
}

function parentText(address: KubeObject): string {
  const { group = '', resource = '', namespace = '', name = '' } = textsAt(address, 'spec', 'parentRef')
  const kind = group === '' ? resource : `${resource}.${group}`
  return orNone([kind, namespace, name].filter((part) => part !== '').join('/'))
}

const budgetValue = (key: string) => (budget: KubeObject) => {
  const value = objectAt(budget, 'spec')[key]
  return value === undefined || value === null ? 'N/A' : String(value)
}

const podColumns: readonly Column[] = [
  NAME,
  text('Ready', podReady),
  text('Status', podStatus),
  text('Restarts', podRestarts),
  AGE,
  wide(text('IP', (pod) => orNone(textAt(pod, 'status', 'podIP')))),
  wide(text('Node', (pod) => orNone(textAt(pod, 'spec', 'nodeName')))),
  wide(text('Nominated Node', (pod) => orNone(textAt(pod, 'status', 'nominatedNodeName')))),
  wide(text('Readiness Gates', () => NONE)),
]

const nodeColumns: readonly Column[] = [
  NAME,
  text('Status', nodeStatus),
  text('Roles', nodeRoles),
  AGE,
  text('Version', (node) => textAt(node, 'status', 'nodeInfo', 'kubeletVersion')),
  wide(text('Internal-IP', (node) => nodeAddress(node, 'InternalIP'))),
  wide(text('External-IP', (node) => nodeAddress(node, 'ExternalIP'))),
  wide(text('OS-Image', (node) => textAt(node, 'status', 'nodeInfo', 'osImage'))),
  wide(text('Kernel-Version', (node) => textAt(node, 'status', 'nodeInfo', 'kernelVersion'))),
  wide(text('Container-Runtime', (node) => textAt(node, 'status', 'nodeInfo', 'containerRuntimeVersion'))),
]

const subjects = (kind: string) => (binding: KubeObject) =>
  objectsAt(binding, 'subjects')
    .filter((subject) => subject.kind === kind)
    .map((subject) => (kind === 'ServiceAccount' ? `${textAt(subject, 'namespace')}/` : '') + textAt(subject, 'name'))
    .join(', ')

const bindingColumns: readonly Column[] = [
  NAME,
  text('Role', (binding) => `${textAt(binding, 'roleRef', 'kind')}/${textAt(binding, 'roleRef', 'name')}`),
  AGE,
  wide(text('Users', subjects('User'))),
  wide(text('Groups', subjects('Group'))),
  wide(text('ServiceAccounts', subjects('ServiceAccount'))),
]

const roleColumns: readonly Column[] = [NAME, text('Created At', ({ metadata }) => metadata.creationTimestamp)]

/** The columns of what has some of its own, by where the objects are kept. */
const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  '/pods': podColumns,
  '/nodes': nodeColumns,
  '/namespaces': [NAME, text('Status', (each) => textAt(each, 'status', 'phase')), AGE],
  '/configmaps': [
    NAME,
    integer(
      'Data',
      (each) => Object.keys(objectAt(each, 'data')).length + Object.keys(objectAt(each, 'binaryData')).length,
    ),
    AGE,
  ],
  '/secrets': [
    NAME,
    text('Type', (each) => textAt(each, 'type')),
    integer('Data', (each) => Object.keys(objectAt(each, 'data')).length),
    AGE,
  ],
  '/serviceaccounts': [NAME, integer('Secrets', (each) => listAt(each, 'secrets').length), AGE],
  '/services': [
    NAME,
    text('Type', (each) => textAt(each, 'spec', 'type')),
    text('Cluster-IP', (each) => orNone(textAt(each, 'spec', 'clusterIP'))),
    text('External-IP', externalIps),
    text('Port(s)', servicePorts),
    AGE,
    wide(text('Selector', (each) => labelText(textsAt(each, 'spec', 'selector')))),
  ],
  '/events': [
    text('Last Seen', (each, now) => age(textAt(each, 'lastTimestamp') || textAt(each, 'eventTime'), now)),
    text('Type', (each) => textAt(each, 'type')),
    text('Reason', (each) => textAt(each, 'reason')),
    text(
      'Object',
      (each) => `${textAt(each, 'involvedObject', 'kind').toLowerCase()}/${textAt(each, 'involvedObject', 'name')}`,
    ),
    wide(text('Subobject', (each) => textAt(each, 'involvedObject', 'fieldPath'))),
    wide(text('Source', (each) => textAt(each, 'source', 'component'))),
    text('Message', (each) => textAt(each, 'message').trim()),
    wide(text('First Seen', (each, now) => age(textAt(each, 'firstTimestamp') || textAt(each, 'eventTime'), now))),
    wide(integer('Count', (each) => numberAt(each, 'count') ?? 1)),
    wide(NAME),
  ],
  'apps/deployments': [
    NAME,
    text('Ready', (each) => `${count(each, 'status', 'readyReplicas')}/${count(each, 'spec', 'replicas')}`),
    integer('Up-to-date', (each) => count(each, 'status', 'updatedReplicas')),
    integer('Available', (each) => count(each, 'status', 'availableReplicas')),
    AGE,
    ...TEMPLATE,
  ],
  'apps/replicasets': [
    NAME,
    integer('Desired', (each) => count(each, 'spec', 'replicas')),
    integer('Current', (each) => count(each, 'status', 'replicas')),
    integer('Ready', (each) => count(each, 'status', 'readyReplicas')),
    AGE,
    ...TEMPLATE,
  ],
  'apps/statefulsets': [
    NAME,
    text('Ready', (each) => `${count(each, 'status', 'readyReplicas')}/${count(each, 'spec', 'replicas')}`),
    AGE,
    ...TEMPLATE.slice(0, 2),
  ],
  'apps/daemonsets': [
    NAME,
    integer('Desired', (each) => count(each, 'status', 'desiredNumberScheduled')),
    integer('Current', (each) => count(each, 'status', 'currentNumberScheduled')),
    integer('Ready', (each) => count(each, 'status', 'numberReady')),
    integer('Up-to-date', (each) => count(each, 'status', 'updatedNumberScheduled')),
    integer('Available', (each) => count(each, 'status', 'numberAvailable')),
    text('Node Selector', (each) => labelText(textsAt(each, 'spec', 'template', 'spec', 'nodeSelector'))),
    AGE,
    ...TEMPLATE,
  ],
  'batch/jobs': [
    NAME,
    text('Status', (each) => (holds(each, 'Complete') ? 'Complete' : holds(each, 'Failed') ? 'Failed' : 'Running')),
    text('Completions', (each) => `${count(each, 'status', 'succeeded')}/${count(each, 'spec', 'completions')}`),
    text('Duration', (each, now) => age(textAt(each, 'status', 'startTime'), now)),
    AGE,
    ...TEMPLATE,
  ],
  'policy/poddisruptionbudgets': [
    NAME,
    text('Min Available', budgetValue('minAvailable')),
    text('Max Unavailable', budgetValue('maxUnavailable')),
    integer('Allowed Disruptions', (each) => count(each, 'status', 'disruptionsAllowed')),
    AGE,
  ],
  'networking.k8s.io/servicecidrs': [NAME, text('CIDRs', (each) => listAt(each, 'spec', 'cidrs').join(',')), AGE],
  'networking.k8s.io/ipaddresses': [NAME, text('ParentRef', parentText)],
  'coordination.k8s.io/leases': [NAME, text('Holder', (each) => textAt(each, 'spec', 'holderIdentity')), AGE],
  'certificates.k8s.io/certificatesigningrequests': [
    NAME,
    AGE,
    text('SignerName', (each) => textAt(each, 'spec', 'signerName')),
    text('Requestor', (each) => textAt(each, 'spec', 'username')),
    text('RequestedDuration', (each) => {
      const seconds = numberAt(each, 'spec', 'expirationSeconds')
      return seconds === undefined ? NONE : `${seconds}s`
    }),
    text('Condition', requestState),
  ],
  'apiextensions.k8s.io/customresourcedefinitions': [
    NAME,
    text('Created At', ({ metadata }) => metadata.creationTimestamp),
  ],
  'apiregistration.k8s.io/apiservices': [
    NAME,
    text('Service', (each) => {
      const { name, namespace } = textsAt(each, 'spec', 'service')
      return name === undefined ? 'Local' : `${namespace}/${name}`
    }),
    text('Available', (each) => {
      const { status, reason } = conditionOf(each, 'Available') ?? { status: 'Unknown' }
      return status === 'False' ? `False (${textAt({ reason }, 'reason')})` : textAt({ status }, 'status')
    }),
    AGE,
  ],
  'rbac.authorization.k8s.io/clusterroles': roleColumns,
  'rbac.authorization.k8s.io/roles': roleColumns,
  'rbac.authorization.k8s.io/clusterrolebindings': bindingColumns,
  'rbac.authorization.k8s.io/rolebindings': bindingColumns,
}

/** The columns of a resource that is built in. */
export const columnsOf = (storage: string): readonly Column[] => COLUMNS[storage] ?? [NAME, AGE]
