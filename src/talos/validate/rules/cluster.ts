import { type Finding, finding } from '../../document/problem.ts'
import { at, isMapping, listAt, textAt } from '../../document/value.ts'
import { type ConfigView, runs } from '../config-view.ts'
import { isSet } from '../select.ts'
import type { DocumentRule } from './rule.ts'

function endpoint(config: ConfigView): Finding[] {
  const { cluster } = config
  const isPartial = isMapping(at(cluster, 'controlPlane')) || !runs(config, '1.14')
  return isPartial && !isSet(cluster, 'controlPlane.endpoint')
    ? [
        finding(
          'missing-endpoint',
          ['cluster', 'controlPlane', 'endpoint'],
          'the address of the Kubernetes API is missing',
        ),
      ]
    : []
}

function certificates({ cluster, isControlPlane }: ConfigView): Finding[] {
  return !isControlPlane && (textAt(cluster, 'ca', 'key') ?? '') !== ''
    ? [
        finding(
          'key-on-worker',
          ['cluster', 'ca', 'key'],
          'the key of the Kubernetes certificate authority does not belong on a worker',
        ),
      ]
    : []
}

function etcd({ cluster, isControlPlane }: ConfigView): Finding[] {
  const section = at(cluster, 'etcd')
  const path = ['cluster', 'etcd']
  if (!isControlPlane) {
    return isMapping(section) ? [finding('control-plane-only', path, 'etcd runs on control planes only')] : []
  }
  if (!isSet(cluster, 'etcd.ca.crt'))
    return [finding('missing-etcd', path, 'a control plane needs the certificate authority of etcd')]
  return isSet(cluster, 'etcd.subnet') && isSet(cluster, 'etcd.advertisedSubnets')
    ? [finding('etcd-subnets', [...path, 'subnet'], 'subnet and advertisedSubnets cannot both be set')]
    : []
}

function cni({ cluster }: ConfigView): Finding[] {
  const name = textAt(cluster, 'network', 'cni', 'name')
  const hasUrls = isSet(cluster, 'network.cni.urls')
  const path = ['cluster', 'network', 'cni', 'urls']
  if ((name === 'none' || name === 'flannel') && hasUrls) {
    return [finding('cni', path, `manifests are only used with the CNI custom, not with ${name}`)]
  }
  return name === 'custom' && !hasUrls
    ? [finding('cni', path, 'the CNI custom needs the addresses of its manifests')]
    : []
}

function discovery({ cluster }: ConfigView): Finding[] {
  const section = at(cluster, 'discovery')
  const isOn = at(section, 'enabled') === true && at(section, 'registries', 'service', 'disabled') !== true
  if (!isOn) return []
  const url = textAt(section, 'registries', 'service', 'endpoint') ?? ''
  const path = ['cluster', 'discovery', 'registries', 'service', 'endpoint']
  const hasPath = URL.canParse(url) && new URL(url).pathname !== '/' && new URL(url).pathname !== ''
  return [
    ...['id', 'secret'].flatMap((key) =>
      isSet(cluster, key)
        ? []
        : [finding('missing-identity', ['cluster', key], `discovery needs the ${key} of the cluster`)],
    ),
    ...(hasPath ? [finding('discovery', path, 'the address of the discovery service cannot have a path')] : []),
    ...(url !== '' && !URL.canParse(url) ? [finding('discovery', path, `${url} is not an address`)] : []),
  ]
}

function manifests({ cluster }: ConfigView): Finding[] {
  const names = listAt(cluster, 'inlineManifests').map((manifest) => textAt(manifest, 'name')?.trim() ?? '')
  return names.flatMap((name, index) => {
    const path = ['cluster', 'inlineManifests', index, 'name']
    if (name === '') return [finding('manifest', path, 'an inline manifest needs a name')]
    return names.indexOf(name) < index ? [finding('manifest', path, `another inline manifest is called ${name}`)] : []
  })
}

function cloudProvider({ cluster }: ConfigView): Finding[] {
  const isOff = at(cluster, 'externalCloudProvider', 'enabled') !== true
  return isOff && isSet(cluster, 'externalCloudProvider.manifests')
    ? [
        finding(
          'cloud-provider',
          ['cluster', 'externalCloudProvider', 'manifests'],
          'manifests are given, but the external cloud provider is not enabled',
        ),
      ]
    : []
}

/** Rules about the `cluster` section. */
export const clusterRules: readonly DocumentRule[] = [
  endpoint,
  certificates,
  etcd,
  cni,
  discovery,
  manifests,
  cloudProvider,
].map(
  (rule): DocumentRule =>
    (_, config) =>
      rule(config),
)
