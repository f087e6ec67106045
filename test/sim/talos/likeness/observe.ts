import type { DescMethod } from '@bufbuild/protobuf'
import { parse } from 'yaml'
import { State } from '../../../../src/talos/gen/cosi/state_pb.ts'
import { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import type { Asker } from './ask.ts'
import { distinct, shapeOf } from './shape.ts'

/** What machines answered, by question. */
export type Observed = Readonly<Record<string, unknown>>

/** Kinds of resources that every machine of a running cluster has, with their namespaces. */
const KINDS: readonly (readonly [type: string, namespace: string])[] = [
  ['APIServerConfigs.kubernetes.talos.dev', 'controlplane'],
  ['AddressStatuses.net.talos.dev', 'network'],
  ['Affiliates.cluster.talos.dev', 'cluster'],
  ['BootstrapManifestsConfigs.kubernetes.talos.dev', 'controlplane'],
  ['CertSANs.secrets.talos.dev', 'secrets'],
  ['ControllerManagerConfigs.kubernetes.talos.dev', 'controlplane'],
  ['Endpoints.kubernetes.talos.dev', 'controlplane'],
  ['EtcdMembers.etcd.talos.dev', 'etcd'],
  ['EtcdSpecs.etcd.talos.dev', 'etcd'],
  ['HostnameStatuses.net.talos.dev', 'network'],
  ['Identities.cluster.talos.dev', 'cluster'],
  ['Infos.cluster.talos.dev', 'cluster'],
  ['KubePrismConfigs.kubernetes.talos.dev', 'k8s'],
  ['KubePrismStatuses.kubernetes.talos.dev', 'k8s'],
  ['MachineStatuses.runtime.talos.dev', 'runtime'],
  ['MachineTypes.config.talos.dev', 'config'],
  ['Members.cluster.talos.dev', 'cluster'],
  ['NetworkStatuses.net.talos.dev', 'network'],
  ['NodeAddresses.net.talos.dev', 'network'],
  ['Nodenames.kubernetes.talos.dev', 'k8s'],
  ['SchedulerConfigs.kubernetes.talos.dev', 'controlplane'],
  ['SecurityStates.talos.dev', 'runtime'],
  ['Services.v1alpha1.talos.dev', 'runtime'],
  ['TimeStatuses.v1alpha1.talos.dev', 'runtime'],
  ['Versions.runtime.talos.dev', 'runtime'],
]

const { method } = MachineService
const config = (text: string): string => Buffer.from(text).toString('base64')

/** Calls that every control plane refuses an administrator. */
const REFUSED: readonly (readonly [what: string, method: DescMethod, body: object])[] = [
  ['a bootstrap of what has begun', method.bootstrap, {}],
  ['removal of an unknown member', method.etcdRemoveMemberByID, { member_id: '4660' }],
  ['start of etcd by a call', method.serviceStart, { id: 'etcd' }],
  ['stop of apid by a call', method.serviceStop, { id: 'apid' }],
  ['start of an unknown service', method.serviceStart, { id: 'nosuch' }],
  ['log of an unknown service', method.logs, { namespace: 'system', id: 'nosuch' }],
  ['a file that is not there', method.read, { path: '/nosuch' }],
  ['a list of a folder that is not there', method.list, { root: '/nosuch' }],
  ['a config that is no YAML', method.applyConfiguration, { data: config('a: [1'), mode: 'AUTO', dry_run: true }],
  [
    'a resource that is not there',
    State.method.get,
    { namespace: 'runtime', type: 'Versions.runtime.talos.dev', id: 'nosuch' },
  ],
  ['resources of an unknown type', State.method.list, { namespace: 'runtime', type: 'Nosuch.talos.dev' }],
  [
    'a pattern that is none',
    State.method.list,
    { namespace: 'runtime', type: 'Versions.runtime.talos.dev', options: { id_query: { regexp: '(' } } },
  ],
]

/** Calls that are asked of a reader. */
const BY_READER: readonly (readonly [what: string, method: DescMethod])[] = [
  ['reboot', method.reboot],
  ['reset', method.reset],
  ['bootstrap', method.bootstrap],
  ['kubeconfig', method.kubeconfig],
  ['snapshot', method.etcdSnapshot],
  ['version', method.version],
]

/** Asks a control plane everything that can be asked without changing it. */
export async function observe(node: string, admin: Asker, reader: Asker): Promise<Observed> {
  const observed: Record<string, unknown> = {}
  for (const [type, namespace] of KINDS) {
    const { code, answers } = await admin.ask(node, State.method.list, { type, namespace })
    const found = answers.flatMap(resourceOf)
    observed[`resources: what ${type} are made of`] = { code, shapes: distinct(found.map(({ spec }) => shapeOf(spec))) }
    observed[`resources: who keeps ${type}`] = [...new Set(found.map(({ owner }) => owner))].sort()
  }
  for (const [what, call, body] of REFUSED) {
    observed[`refusals: ${what}`] = await admin.refusal(node, call, JSON.stringify(body))
  }
  for (const [what, call] of BY_READER) observed[`refusals: ${what} by a reader`] = await reader.refusal(node, call)
  const services = (await admin.ask(node, method.serviceList)).answers
  observed['services: what they are made of'] = shapeOf(services)
  return observed
}

function resourceOf(answer: unknown): readonly { readonly owner: string; readonly spec: unknown }[] {
  if (typeof answer !== 'object' || answer === null || !('resource' in answer)) return []
  const { resource } = answer
  if (typeof resource !== 'object' || resource === null || !('metadata' in resource) || !('spec' in resource)) return []
  const owner = textIn(resource.metadata, 'owner')
  return [{ owner, spec: parse(textIn(resource.spec, 'yaml_spec')) }]
}

function textIn(value: unknown, key: string): string {
  const found = typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined
  return typeof found === 'string' ? found : ''
}
