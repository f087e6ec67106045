import { describe, expect, test } from 'vitest'
import { generate } from '../../../src/talos/config/generate.ts'
import { formatConfigProblem } from '../../../src/talos/document/problem.ts'
import type { Document } from '../../../src/talos/document/value.ts'
import { applyPatch, readPatch } from '../../../src/talos/patch/patch.ts'
import type { Minor } from '../../../src/talos/schema/notation.ts'
import { modeOf } from '../../../src/talos/validate/config-view.ts'
import { validate } from '../../../src/talos/validate/validate.ts'
import { testInput } from '../support/test-only.ts'

const problems = (documents: readonly Document[], talos: Minor, mode: 'metal' | 'cloud' = 'metal'): string[] =>
  validate(documents, { talos, mode }).map(formatConfigProblem)

const config = (contract: Minor, role: 'controlplane' | 'worker', patch: string): Document[] =>
  applyPatch(generate(testInput(contract, role)), readPatch(patch))

const of = (kind: string, body: string): string => `apiVersion: v1alpha1\nkind: ${kind}\n${body}`

describe('a worker of contract 1.12', () => {
  test.each([
    [
      'machine:\n  network:\n    hostname: w-1\n',
      ['v1alpha1: machine.network.hostname: HostnameConfig already says this'],
    ],
    [
      'machine:\n  network:\n    nameservers: [dns.example.com]\n',
      ['v1alpha1: machine.network.nameservers[0]: dns.example.com is not an IP address'],
    ],
    [
      'machine:\n  network:\n    interfaces: [{dhcp: true}]\n',
      ['v1alpha1: machine.network.interfaces[0]: either interface or deviceSelector must be set'],
    ],
    [
      'machine:\n  network:\n    interfaces: [{interface: eth0, addresses: [192.0.2.1]}]\n',
      ['v1alpha1: machine.network.interfaces[0].addresses[0]: 192.0.2.1 lacks the length of its network, such as /24'],
    ],
    [
      'machine:\n  network:\n    interfaces: [{interface: eth0, vip: {ip: 192.0.2.1}}]\n',
      ['v1alpha1: machine.network.interfaces[0].vip: a shared address can only be had by control planes'],
    ],
    [
      'machine:\n  network:\n    interfaces: [{deviceSelector: {hardwareAddr: zz}, dhcp: true}]\n',
      ['v1alpha1: machine.network.interfaces[0].deviceSelector.hardwareAddr: zz is not a hardware address'],
    ],
    [
      'machine:\n  kubelet:\n    extraConfig: {staticPodPath: /x}\n',
      ['v1alpha1: machine.kubelet.extraConfig.staticPodPath: Talos sets staticPodPath of the kubelet itself'],
    ],
    [
      'machine:\n  nodeTaints: {a: Sometimes}\n',
      ['v1alpha1: machine.nodeTaints.a: Sometimes is not one of NoSchedule, PreferNoSchedule, NoExecute'],
    ],
    [
      'machine:\n  ca: {crt: YQ==, key: Yg==}\n',
      ['v1alpha1: machine.ca.key: the key of the Talos certificate authority does not belong on a worker'],
    ],
    [
      'machine:\n  install: {extraKernelArgs: [a=b]}\n',
      ['v1alpha1: machine.install.extraKernelArgs: kernel arguments have no effect while grubUseUKICmdline is on'],
    ],
    [
      'cluster:\n  network:\n    cni: {name: cilium}\n',
      ['v1alpha1: cluster.network.cni.name: cilium is not one of flannel, custom, none'],
    ],
    [
      'cluster:\n  network:\n    cni: {name: custom}\n',
      ['v1alpha1: cluster.network.cni.urls: the CNI custom needs the addresses of its manifests'],
    ],
    ['cluster:\n  etcd:\n    subnet: 192.0.2.0/24\n', ['v1alpha1: cluster.etcd: etcd runs on control planes only']],
    [
      of('Layer2VIPConfig', 'name: 192.0.2.10\nlink: eth0\n'),
      ['Layer2VIPConfig/192.0.2.10: kind: Layer2VIPConfig belongs on control planes only'],
    ],
    [of('HostnameConfig', 'hostname: w-1\n'), ['HostnameConfig: auto: a fixed host name needs `auto: off`']],
    [
      of('LinkAliasConfig', 'name: net0\nselector: {match: nonsense(}\n'),
      ['LinkAliasConfig/net0: selector.match: ) is missing'],
    ],
    [
      of('LinkAliasConfig', 'name: net0\nselector: {match: disk.size > 1u}\n'),
      ['LinkAliasConfig/net0: selector.match: disk means nothing here'],
    ],
    [
      of('UserVolumeConfig', 'name: data\n'),
      [
        'UserVolumeConfig/data: provisioning.diskSelector.match: nothing says which disk the volume is on',
        'UserVolumeConfig/data: provisioning: minSize or maxSize must be set',
      ],
    ],
    [
      `${of('LinkConfig', 'name: eth0\n')}---\n${of('DummyLinkConfig', 'name: eth0\n')}`,
      ['DummyLinkConfig/eth0: name: LinkConfig/eth0 already has this name'],
    ],
    [
      of('KubeSpanConfig', 'enabled: true\n'),
      ['KubeSpanConfig: kind: KubeSpanConfig exists since Talos 1.13, the machine runs 1.12'],
    ],
    [
      of('VolumeConfig', 'name: EPHEMERAL\nmount: {secure: true}\n'),
      [
        'VolumeConfig/EPHEMERAL: mount: mount exists since Talos 1.13, the machine runs 1.12',
        'VolumeConfig/EPHEMERAL: mount.secure: secure exists since Talos 1.13, the machine runs 1.12',
      ],
    ],
  ])('with %j has exactly these problems', (patch, expected) => {
    expect(problems(config('1.12', 'worker', patch), '1.12')).toEqual(expected)
  })
})

describe('a control plane', () => {
  test('of contract 1.14 refuses old fields beside their documents', () => {
    const patch = 'cluster:\n  network:\n    cni: {name: none}\n  proxy: {disabled: true}\n'
    expect(problems(config('1.14', 'controlplane', patch), '1.14')).toEqual([
      'v1alpha1: cluster.network: KubeNetworkConfig already says this',
      'v1alpha1: cluster.proxy: KubeProxyConfig already says this',
      'v1alpha1: cluster.network: KubeFlannelCNIConfig already says this',
    ])
  })

  test('needs its certificate authorities', () => {
    const patch = 'machine:\n  ca: {$patch: delete}\ncluster:\n  etcd: {$patch: delete}\n'
    expect(problems(config('1.13', 'controlplane', patch), '1.13')).toEqual([
      'v1alpha1: machine.ca: the certificate authority of the Talos API is missing',
      'v1alpha1: cluster.etcd: a control plane needs the certificate authority of etcd',
    ])
  })

  test('may not have two inline manifests of one name', () => {
    const patch = 'cluster:\n  inlineManifests: [{name: a, contents: x}, {name: a, contents: y}]\n'
    expect(problems(config('1.13', 'controlplane', patch), '1.13')).toEqual([
      'v1alpha1: cluster.inlineManifests[1].name: another inline manifest is called a',
    ])
  })
})

test('control plane documents are refused on workers', () => {
  const patch = of('KubeProxyConfig', 'image: x\n')
  expect(problems(config('1.13', 'worker', patch), '1.14')).toEqual([
    'KubeProxyConfig: kind: KubeProxyConfig belongs on control planes only',
  ])
})

test('an install section is needed where Talos up to 1.13 installs itself', () => {
  const documents = config('1.12', 'worker', 'machine:\n  install: {$patch: delete}\n')
  expect(problems(documents, '1.12')).toEqual([
    'v1alpha1: machine.install: a machine that boots from an installer needs an install section',
  ])
  expect(problems(documents, '1.12', 'cloud')).toEqual([])
  expect(problems(documents, '1.14')).toEqual([])
})

test('everything is found at once, with the document and the path', () => {
  const patch = `machine:\n  type: master\n  persist2: true\n---\n${of('HostnameConfig', 'host: x\n')}`
  const documents = [
    { machine: { type: 'master' }, cluster: {} },
    { apiVersion: 'v1alpha1', kind: 'HostnameConfig', host: 'x' },
  ]
  expect(() => readPatch(patch)).toThrow('persist2')
  const found = validate(documents, { talos: '1.12', mode: 'cloud' })
  expect(found.map(({ code, document, path }) => ({ code, document, path }))).toEqual([
    { code: 'bad-value', document: 'v1alpha1', path: ['machine', 'type'] },
    { code: 'missing-ca', document: 'v1alpha1', path: ['machine', 'ca'] },
    { code: 'missing-endpoint', document: 'v1alpha1', path: ['cluster', 'controlPlane', 'endpoint'] },
    { code: 'unknown-key', document: 'HostnameConfig', path: ['host'] },
  ])
  expect(found.at(-1)?.on).toBe('key')
})

test('documents without the one that holds machine and cluster are not a config', () => {
  const documents = [{ apiVersion: 'v1alpha1', kind: 'HostnameConfig', auto: 'stable' }]
  expect(problems(documents, '1.12')).toEqual([
    'HostnameConfig: the document with the sections machine and cluster is missing',
  ])
  expect(problems([], '1.12')).toEqual(['config: the document with the sections machine and cluster is missing'])
})

test('the same document twice is refused', () => {
  const twice = [
    ...generate(testInput('1.12', 'worker')),
    { apiVersion: 'v1alpha1', kind: 'HostnameConfig', auto: 'stable' },
  ]
  expect(problems(twice, '1.12')).toEqual(['HostnameConfig: another document is also HostnameConfig'])
})

test('an unknown mode is refused', () => {
  expect(() => modeOf('proxmox')).toThrow('proxmox is not one of the modes metal, cloud, container')
})
