import { describe, isRoot, kindOf, nameOf, ofKind } from '../../document/identity.ts'
import { finding } from '../../document/problem.ts'
import { at, type Document, get, isMapping, textAt } from '../../document/value.ts'
import { type ConfigView, runs } from '../config-view.ts'
import { isSet, pathOf, select } from '../select.ts'
import { conflicts, exclusiveKinds } from './conflicts.ts'
import type { ConfigRule, Located } from './rule.ts'

const hasRoot: ConfigRule = ({ documents }) =>
  documents.some(isRoot)
    ? []
    : [
        {
          ...finding('missing-root', [], 'the document with the sections machine and cluster is missing'),
          in: documents[0],
        },
      ]

const duplicates: ConfigRule = ({ documents }) => {
  const names = documents.map(nameOf)
  return documents.flatMap((document, index): Located[] =>
    names.indexOf(nameOf(document)) < index
      ? [{ ...finding('duplicate-document', [], `another document is also ${nameOf(document)}`), in: document }]
      : [],
  )
}

const roleOnly: ConfigRule = ({ documents, isControlPlane }) =>
  isControlPlane
    ? []
    : documents
        .filter((document) => describe(document)?.controlPlane === true || kindOf(document) === 'Layer2VIPConfig')
        .map((document) => ({
          ...finding('control-plane-only', ['kind'], `${kindOf(document)} belongs on control planes only`),
          in: document,
        }))

const sameName = (a: Document, b: Document): boolean => get(a, 'name') === get(b, 'name')

const exclusive: ConfigRule = ({ documents }) =>
  exclusiveKinds.flatMap((group) => {
    const members = documents.filter((document) => group.includes(kindOf(document)))
    return members.flatMap((document, index): Located[] => {
      const other = members
        .slice(0, index)
        .find((earlier) => sameName(earlier, document) && kindOf(earlier) !== kindOf(document))
      return other === undefined
        ? []
        : [{ ...finding('conflict', ['name'], `${nameOf(other)} already has this name`), in: document }]
    })
  })

function oldFields(document: Document, { root }: ConfigView): Located[] {
  return (conflicts[kindOf(document)] ?? []).flatMap((entry) => {
    const [pattern = '', value] = entry.split('=')
    const found = select(root, pattern).some((old) =>
      value === undefined ? old.value !== '' && old.value !== 0 : old.value === true,
    )
    return found
      ? [
          {
            ...finding('conflict', pathOf(pattern), `${kindOf(document)} already says this`, 'keep one of the two'),
            in: root,
            against: document,
          },
        ]
      : []
  })
}

const documentsAgainstOldFields: ConfigRule = (config) =>
  config.documents.flatMap((document) => oldFields(document, config))

const hostDnsTwice: ConfigRule = ({ documents, root, machine }) => {
  const resolver = ofKind(documents, 'ResolverConfig').find((document) => isSet(document, 'hostDNS'))
  if (resolver === undefined || !isMapping(at(machine, 'features', 'hostDNS'))) return []
  const path = ['machine', 'features', 'hostDNS']
  const found = finding('conflict', path, 'ResolverConfig already says this', 'keep one of the two')
  return [{ ...found, in: root, against: resolver }]
}

const encryptionTwice: ConfigRule = ({ documents, root, machine }) =>
  ofKind(documents, 'VolumeConfig').flatMap((document): Located[] => {
    const name = textAt(document, 'name')?.toLowerCase() ?? ''
    return isSet(document, 'encryption') && isMapping(at(machine, 'systemDiskEncryption', name))
      ? [
          {
            ...finding('conflict', ['machine', 'systemDiskEncryption', name], `${nameOf(document)} already says this`),
            in: root,
            against: document,
          },
        ]
      : []
  })

const isDiscoveryOn = ({ documents, cluster }: ConfigView): boolean =>
  ofKind(documents, 'DiscoveryServiceConfig').length > 0 || at(cluster, 'discovery', 'enabled') === true

const discoveryNeedsIdentity: ConfigRule = (config) => {
  const [service] = ofKind(config.documents, 'DiscoveryServiceConfig')
  const hasIdentity =
    ofKind(config.documents, 'DiscoveryIdentityConfig').length > 0 ||
    (isSet(config.cluster, 'id') && isSet(config.cluster, 'secret'))
  return service === undefined || hasIdentity
    ? []
    : [{ ...finding('missing-identity', [], 'discovery needs the id and secret of the cluster'), in: service }]
}

const kubeSpanNeedsDiscovery: ConfigRule = (config) => {
  const [document] = ofKind(config.documents, 'KubeSpanConfig').filter((one) => at(one, 'enabled') === true)
  const isLegacy = at(config.machine, 'network', 'kubespan', 'enabled') === true
  if ((document === undefined && !isLegacy) || isDiscoveryOn(config)) return []
  const path = document === undefined ? ['machine', 'network', 'kubespan'] : ['enabled']
  return [{ ...finding('kubespan', path, 'KubeSpan needs cluster discovery'), in: document ?? config.root }]
}

const hasKubernetesCa = ({ documents, cluster }: ConfigView): boolean =>
  ofKind(documents, 'KubeAPIServerCAConfig').length > 0 || isSet(cluster, 'ca')

const kubernetesNeedsEndpoint: ConfigRule = (config) => {
  const isNamed =
    ofKind(config.documents, 'KubeClusterConfig').length > 0 || isSet(config.cluster, 'controlPlane.endpoint')
  return !runs(config, '1.14') || isNamed || !hasKubernetesCa(config)
    ? []
    : [
        {
          ...finding(
            'missing-endpoint',
            ['cluster', 'controlPlane', 'endpoint'],
            'the address of the Kubernetes API is missing',
          ),
          in: config.root,
        },
      ]
}

const apiServerNeedsEncryption: ConfigRule = (config) => {
  const { cluster, documents, isControlPlane, root } = config
  const isEncrypted =
    ofKind(documents, 'KubeEtcdEncryptionConfig').length > 0 ||
    isSet(cluster, 'secretboxEncryptionSecret') ||
    isSet(cluster, 'aescbcEncryptionSecret')
  return !isControlPlane || !runs(config, '1.14') || isEncrypted || !hasKubernetesCa(config)
    ? []
    : [
        {
          ...finding('missing-encryption', ['cluster'], 'a control plane needs the secret that encrypts etcd'),
          in: root,
        },
      ]
}

/** Rules that need more than one document. */
export const wholeRules: readonly ConfigRule[] = [
  hasRoot,
  duplicates,
  roleOnly,
  exclusive,
  documentsAgainstOldFields,
  hostDnsTwice,
  encryptionTwice,
  discoveryNeedsIdentity,
  kubeSpanNeedsDiscovery,
  kubernetesNeedsEndpoint,
  apiServerNeedsEncryption,
]
