import { parseByteSize } from '../../document/byte-size.ts'
import { type Finding, finding } from '../../document/problem.ts'
import { at, isMapping, listAt, textAt } from '../../document/value.ts'
import { runs } from '../config-view.ts'
import { isSet } from '../select.ts'
import { encryptionKeys, protectedKubeletFields } from './machine.ts'
import { nodeMetadata } from './node-metadata.ts'
import type { DocumentRule } from './rule.ts'

const hostname: DocumentRule = (document, config) => {
  const [auto, name] = [textAt(document, 'auto'), textAt(document, 'hostname') ?? '']
  if (name !== '' && auto !== undefined && auto !== 'off') {
    return [finding('hostname', ['auto'], 'a fixed host name needs `auto: off`')]
  }
  const isNothing = name === '' && auto === 'off' && !runs(config, '1.13')
  return isNothing ? [finding('hostname', ['hostname'], 'with `auto: off` a host name must be given')] : []
}

const time: DocumentRule = (document) =>
  isMapping(at(document, 'ntp')) && isMapping(at(document, 'ptp'))
    ? [finding('time', ['ptp'], 'the clock is taken from either ntp or ptp')]
    : []

const resolver: DocumentRule = (document) => {
  const section = at(document, 'hostDNS')
  if (at(section, 'enabled') === true) return []
  return ['forwardKubeDNSToHost', 'resolveMemberNames'].flatMap((key) =>
    at(section, key) === true ? [finding('host-dns', ['hostDNS', key], `${key} needs hostDNS to be enabled`)] : [],
  )
}

const dhcp: DocumentRule = (document) => {
  const byDuid = textAt(document, 'clientIdentifier') === 'duid'
  if (byDuid === isSet(document, 'duidRaw')) return []
  return [
    finding(
      'dhcp',
      ['duidRaw'],
      byDuid ? 'clientIdentifier duid needs duidRaw' : 'duidRaw is only used with clientIdentifier duid',
    ),
  ]
}

const encryption: DocumentRule = (document) => {
  const section = at(document, 'encryption')
  if (!isMapping(section) || Object.keys(section).length === 0) return []
  const provider = textAt(section, 'provider')
  const unknown =
    provider === 'luks2' ? [] : [finding('encryption', ['encryption', 'provider'], 'the provider must be luks2')]
  return [...unknown, ...encryptionKeys(section, ['encryption'])]
}

const sizes: DocumentRule = (document) => {
  const [low, high] = ['minSize', 'maxSize'].map((key) => textAt(document, 'provisioning', key) ?? '')
  const [min, max] = [parseByteSize(low ?? ''), parseByteSize(high ?? '')]
  return min !== undefined && max !== undefined && min > max
    ? [finding('volume-size', ['provisioning', 'minSize'], `${low} is more than the largest size ${high}`)]
    : []
}

/** The system's own volumes that can be configured, and since when. */
const systemVolumes = {
  STATE: '1.9',
  EPHEMERAL: '1.9',
  'IMAGE-CACHE': '1.9',
  ETCD: '1.14',
  CRI: '1.14',
  KUBELET: '1.14',
  LOG: '1.14',
} as const

const systemVolume: DocumentRule = (document, config) => {
  const name = textAt(document, 'name') ?? ''
  const known = Object.entries(systemVolumes).filter(([, since]) => runs(config, since))
  if (!known.some(([volume]) => volume === name)) {
    return [
      finding(
        'volume-name',
        ['name'],
        `${name} is not one of ${known.map(([volume]) => volume).join(', ')}`,
        'other volumes are user volumes',
      ),
    ]
  }
  return name === 'STATE' && isSet(document, 'provisioning')
    ? [finding('volume', ['provisioning'], 'the volume STATE has a fixed size and place')]
    : []
}

const userVolume: DocumentRule = (document) => {
  const type = textAt(document, 'volumeType') ?? 'partition'
  if (type === 'directory') {
    return ['provisioning', 'encryption', 'filesystem'].flatMap((key) =>
      isSet(document, key) ? [finding('volume', [key], `a directory has no ${key}`)] : [],
    )
  }
  const isSized = isSet(document, 'provisioning.minSize') || isSet(document, 'provisioning.maxSize')
  const missing: Finding[] = isSet(document, 'provisioning.diskSelector.match')
    ? []
    : [finding('missing-field', ['provisioning', 'diskSelector', 'match'], 'nothing says which disk the volume is on')]
  if (type === 'partition' && !isSized)
    missing.push(finding('missing-field', ['provisioning'], 'minSize or maxSize must be set'))
  return missing
}

const kubelet: DocumentRule = (document) => {
  const config = at(document, 'config')
  return Object.keys(isMapping(config) ? config : {})
    .filter((key) => protectedKubeletFields.includes(key))
    .map((key) => finding('protected-field', ['config', key], `Talos sets ${key} of the kubelet itself`))
}

const networks: DocumentRule = (document) => {
  const [pods, services] = ['podSubnets', 'serviceSubnets'].map((key) => listAt(document, key).map(String))
  const families = (list: readonly string[] = []) => list.map((subnet) => (subnet.includes(':') ? 6 : 4))
  const twice = [pods, services].some((list) => new Set(families(list)).size < (list?.length ?? 0))
  return [
    ...(pods?.length === services?.length
      ? []
      : [finding('subnets', ['serviceSubnets'], 'there must be as many service networks as pod networks')]),
    ...(twice ? [finding('subnets', ['podSubnets'], 'there can be one IPv4 and one IPv6 network')] : []),
  ]
}

const proxy: DocumentRule = (document) =>
  at(document, 'enabled') !== false && !isSet(document, 'image')
    ? [finding('missing-field', ['image'], 'the image is missing')]
    : []

const webhook: DocumentRule = (document) =>
  textAt(document, 'type') === 'Webhook' && !isSet(document, 'webhook')
    ? [finding('missing-field', ['webhook'], 'an authorizer of type Webhook needs its configuration')]
    : []

const registryAuth: DocumentRule = (document) => {
  const ways = [['username', 'password'], ['auth'], ['identityToken']].filter((keys) =>
    keys.some((key) => isSet(document, key)),
  )
  return ways.length > 1
    ? [finding('registry-auth', [], 'only one of username and password, auth and identityToken can be set')]
    : []
}

/** Arguments of the API server that Talos sets from documents of their own. */
const apiServerArguments: DocumentRule = (document) => {
  const given = at(document, 'extraArgs')
  return Object.keys(isMapping(given) ? given : {})
    .filter((key) => /^(?:anonymous-auth|oidc-|authentication-config|authorization-)/.test(key))
    .map((key) =>
      finding(
        'protected-field',
        ['extraArgs', key],
        `${key} is set by a document of its own`,
        'use KubeAuthenticationConfig or KubeAuthorizerConfig',
      ),
    )
}

/** Rules that are more than a check of one value, by kind. */
export const documentRules: Readonly<Record<string, readonly DocumentRule[]>> = {
  DHCPv4Config: [dhcp],
  DHCPv6Config: [dhcp],
  HostnameConfig: [hostname],
  KubeAPIServerConfig: [apiServerArguments],
  KubeAuthorizerConfig: [webhook],
  KubeNetworkConfig: [networks],
  KubeNodeConfig: [nodeMetadata],
  KubeProxyConfig: [proxy],
  KubeletConfig: [kubelet],
  RawVolumeConfig: [encryption, sizes],
  RegistryAuthConfig: [registryAuth],
  ResolverConfig: [resolver],
  SwapVolumeConfig: [encryption, sizes],
  TimeSyncConfig: [time],
  UserVolumeConfig: [userVolume, encryption, sizes],
  VolumeConfig: [systemVolume, encryption, sizes],
}
