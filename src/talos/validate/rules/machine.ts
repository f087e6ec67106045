import { type Finding, finding } from '../../document/problem.ts'
import { at, get, isList, isMapping, listAt, type Mapping, textAt } from '../../document/value.ts'
import { type ConfigView, runs } from '../config-view.ts'
import { isSet, pathOf, select } from '../select.ts'
import type { DocumentRule } from './rule.ts'

/** Kubelet settings that Talos sets itself. */
export const protectedKubeletFields: readonly string[] = [
  ...['apiVersion', 'authentication', 'authorization', 'cgroupRoot', 'kind', 'kubeletCgroups', 'port'],
  ...['protectKernelDefaults', 'resolvConf', 'rotateCertificates', 'systemCgroups', 'staticPodPath', 'seccompDefault'],
]

function certificates({ machine, isControlPlane }: ConfigView): Finding[] {
  const hasCa = textAt(machine, 'ca', 'crt') !== undefined && textAt(machine, 'ca', 'crt') !== ''
  const hasKey = (textAt(machine, 'ca', 'key') ?? '') !== ''
  if (!hasCa && (isControlPlane || listAt(machine, 'acceptedCAs').length === 0)) {
    return [finding('missing-ca', ['machine', 'ca'], 'the certificate authority of the Talos API is missing')]
  }
  if (isControlPlane === hasKey) return []
  const path = ['machine', 'ca', 'key']
  return isControlPlane
    ? [finding('missing-ca-key', path, 'a control plane needs the key of the Talos certificate authority')]
    : [finding('key-on-worker', path, 'the key of the Talos certificate authority does not belong on a worker')]
}

function install({ machine, target, ...config }: ConfigView): Finding[] {
  if (target.mode !== 'metal') return []
  const section = at(machine, 'install')
  const path = ['machine', 'install']
  if (!isMapping(section)) {
    return runs({ machine, target, ...config }, '1.14')
      ? []
      : [finding('missing-install', path, 'a machine that boots from an installer needs an install section')]
  }
  const hasDisk = isSet(section, 'disk') || isSet(section, 'diskSelector')
  const twoCommandLines = isSet(section, 'extraKernelArgs') && at(section, 'grubUseUKICmdline') === true
  return [
    ...(hasDisk ? [] : [finding('missing-disk', path, 'neither a disk nor a disk selector says where to install')]),
    ...(twoCommandLines && runs({ machine, target, ...config }, '1.12')
      ? [
          finding(
            'kernel-args',
            [...path, 'extraKernelArgs'],
            'kernel arguments have no effect while grubUseUKICmdline is on',
            'put them into the image schematic',
          ),
        ]
      : []),
  ]
}

function hostDns(config: ConfigView): Finding[] {
  const section = at(config.machine, 'features', 'hostDNS')
  const isHalf = at(section, 'forwardKubeDNSToHost') === true && at(section, 'enabled') !== true
  return isHalf && runs(config, '1.13')
    ? [
        finding(
          'host-dns',
          ['machine', 'features', 'hostDNS', 'forwardKubeDNSToHost'],
          'names cannot be forwarded to the host while hostDNS is not enabled',
        ),
      ]
    : []
}

function apiAccess({ machine, isControlPlane }: ConfigView): Finding[] {
  const path = ['machine', 'features', 'kubernetesTalosAPIAccess']
  const isOn = at(machine, 'features', 'kubernetesTalosAPIAccess', 'enabled') === true
  return isOn && !isControlPlane
    ? [finding('control-plane-only', path, 'access to the Talos API from pods can only be given on control planes')]
    : []
}

function kubelet({ machine, documents }: ConfigView): Finding[] {
  const section = at(machine, 'kubelet')
  if (!isMapping(section)) return []
  const path = ['machine', 'kubelet']
  const config = at(section, 'extraConfig')
  const taken = isMapping(config) ? Object.keys(config).filter((key) => protectedKubeletFields.includes(key)) : []
  const hasImage = isSet(section, 'image') || documents.some((document) => get(document, 'kind') === 'KubeletConfig')
  return [
    ...taken.map((key) =>
      finding('protected-field', [...path, 'extraConfig', key], `Talos sets ${key} of the kubelet itself`),
    ),
    ...(hasImage ? [] : [finding('missing-image', [...path, 'image'], 'the image of the kubelet is missing')]),
    ...select(section, 'extraMounts[]').flatMap(({ path: place, value }) =>
      isSet(value, 'destination') ? [] : [finding('missing-field', [...path, ...place], 'a mount needs a destination')],
    ),
  ]
}

function partitions({ machine }: ConfigView): Finding[] {
  return select(machine, 'disks[].partitions').flatMap(({ path, value }) => {
    const sizes = isList(value) ? value.map((partition) => at(partition, 'size') ?? 0) : []
    const open = sizes.findIndex((size, index) => (size === 0 || size === '') && index < sizes.length - 1)
    return open === -1
      ? []
      : [finding('open-partition', ['machine', ...path, open], 'only the last partition may take the rest of the disk')]
  })
}

/** What is wrong with the keys of an encrypted volume. */
export function encryptionKeys(section: Mapping, path: readonly (string | number)[]): Finding[] {
  const keys = listAt(section, 'keys')
  if (keys.length === 0) return [finding('missing-keys', [...path, 'keys'], 'an encrypted volume needs a key')]
  const slots = keys.map((key) => at(key, 'slot') ?? 0)
  return keys.flatMap((key, index) => {
    const here = [...path, 'keys', index]
    const hasSource = ['static', 'nodeID', 'kms', 'tpm'].some((name) => isMapping(at(key, name)))
    return [
      ...(slots.indexOf(slots[index] ?? 0) === index
        ? []
        : [finding('duplicate-slot', here, `slot ${slots[index]} is used twice`)]),
      ...(hasSource ? [] : [finding('empty-key', here, 'nothing says where this key comes from')]),
    ]
  })
}

const systemEncryption = ({ machine }: ConfigView): Finding[] =>
  ['state', 'ephemeral'].flatMap((volume) => {
    const section = at(machine, 'systemDiskEncryption', volume)
    return isMapping(section) ? encryptionKeys(section, ['machine', 'systemDiskEncryption', volume]) : []
  })

function extensions({ machine }: ConfigView): Finding[] {
  const images = listAt(machine, 'install', 'extensions').map((extension) => textAt(extension, 'image'))
  return images.flatMap((image, index) =>
    images.indexOf(image) === index
      ? []
      : [finding('duplicate-extension', ['machine', 'install', 'extensions', index], `${image} is there twice`)],
  )
}

const persist: DocumentRule = (root) =>
  get(root, 'persist') === false
    ? [finding('persist', pathOf('persist'), 'a config that is not kept cannot be used')]
    : []

const sections: DocumentRule = (root) =>
  ['machine', 'cluster'].flatMap((name) =>
    isMapping(get(root, name)) ? [] : [finding('missing-field', [name], `the section ${name} is missing`)],
  )

/** Rules about the `machine` section. */
export const machineRules: readonly DocumentRule[] = [
  sections,
  persist,
  ...[certificates, install, hostDns, apiAccess, kubelet, partitions, systemEncryption, extensions].map(
    (rule): DocumentRule =>
      (_, config) =>
        rule(config),
  ),
]
