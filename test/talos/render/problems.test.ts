import { describe, expect, test } from 'vitest'
import { checkConfigs } from '../../../src/run/render/check-configs.ts'
import { tooLarge } from '../../../src/talos/render/size.ts'
import { problemsOf, shown, worldOf } from './rendered.ts'

const talos = (...patches: (string | object)[]) => ({ version: 'v1.12.4', patches })
const withPatch = (text: string, version = 'v1.12.4') => ({
  cluster: { talos: { ...talos('patches/p.yaml'), version }, controlPlane: { count: 1 }, workers: { w: { count: 1 } } },
  files: { 'patches/p.yaml': text },
})

test.each([
  ['an unknown key', 'machine:\n  sysctl:\n    a: b\n', 'patches/p.yaml:2:3 Talos knows no sysctl here'],
  ['a value of the wrong type', 'machine:\n  sysctls:\n    - a\n', 'patches/p.yaml:3:5 expected a mapping'],
  [
    'an unknown key in a document of its own',
    'machine: {}\n---\napiVersion: v1alpha1\nkind: WatchdogTimerConfig\ndevice: /dev/watchdog0\ntimout: 1m\n',
    'patches/p.yaml:6:1 Talos knows no timout here',
  ],
  [
    'a value that the whole config does not allow',
    'machine:\n  time:\n    servers: [a]\n  kubelet:\n    extraConfig:\n      port: 1\n',
    'patches/p.yaml:6:13 v1alpha1: machine.kubelet.extraConfig',
  ],
  [
    'a host name in two places',
    'machine:\n  sysctls: {}\n---\napiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\n',
    'patches/p.yaml:6:7 HostnameConfig: ',
  ],
  [
    'a virtual address on workers',
    'apiVersion: v1alpha1\nkind: Layer2VIPConfig\nname: 10.0.0.9\nlink: net0\n',
    'patches/p.yaml:2:7 Layer2VIPConfig/10.0.0.9: kind: Layer2VIPConfig belongs on control planes only',
  ],
  [
    'a virtual address on workers in the old way',
    'machine:\n  network:\n    interfaces:\n      - interface: eth1\n        dhcp: true\n        vip:\n          ip: 10.0.0.9\n',
    'patches/p.yaml:7:11 v1alpha1: machine.network.interfaces[1].vip:',
  ],
  [
    'an element of a list that the config has others of',
    'cluster:\n  apiServer:\n    admissionControl:\n      - name: PodSecurity\n        configuration: {}\nmachine:\n  nodeTaints:\n    a: Never\n',
    'patches/p.yaml:8:8 v1alpha1: machine.nodeTaints.a:',
  ],
  [
    'a deletion of nothing',
    'machine:\n  sysctls:\n    a:\n      $patch: delete\n',
    'patches/p.yaml:1:1 the patch deletes',
  ],
])('%s is shown where it is written', async (_, text, message) => {
  const [first = '', ...others] = await problemsOf(withPatch(text))
  expect(first.slice(0, message.length)).toBe(message)
  expect(others.length).toBeLessThan(2)
})

const called = (name: string) => `apiVersion: v1alpha1\nkind: HostnameConfig\nauto: off\nhostname: ${name}\n`

describe('a host name in a patch', () => {
  const general = (patch: string | object, version = 'v1.12.4') => ({
    talos: { version },
    controlPlane: { count: 1 },
    workers: { w: { count: 3, patches: [patch] } },
  })
  const problems = async (cluster: object, files = {}) => {
    const { loaded, desired } = await worldOf({ cluster, files })
    return shown(loaded, checkConfigs(loaded, desired))
  }

  test('that is for several machines is refused where it is written', async () => {
    expect(await problems(general('p.yaml'), { 'p.yaml': called('web') })).toEqual([
      'p.yaml:4:11 HostnameConfig: hostname: test-w-1 would be called web, and in Kubernetes and etcd nobody would know it by that',
      'p.yaml:4:11 HostnameConfig: hostname: test-w-3 would be called web, and in Kubernetes and etcd nobody would know it by that',
    ])
  })

  test('that is right for the first of a pool is not for the others', async () => {
    expect(await problems(general('p.yaml'), { 'p.yaml': called('test-w-1') })).toEqual([
      'p.yaml:4:11 HostnameConfig: hostname: test-w-3 would be called test-w-1, and another machine is called so',
    ])
  })

  test.each(['cluster', 'role', 'node'])('is found in a patch of the %s', async (layer) => {
    const patches = ['p.yaml']
    const cluster = {
      talos: { version: 'v1.12.4', ...(layer === 'cluster' ? { patches } : {}) },
      ...(layer === 'role' ? { roles: { controlPlane: { patches } } } : {}),
      ...(layer === 'node' ? { nodes: { 'test-cp-2': { patches } } } : {}),
      controlPlane: { count: 3 },
    }
    const found = await problems(cluster, { 'p.yaml': called('test-cp-3') })
    expect(found.length).toBeGreaterThan(0)
    for (const line of found)
      expect(line).toMatch(/^p\.yaml:4:11 .* would be called test-cp-3, and another machine is called so$/)
  })

  test('is found in the old way of writing it, and in a JSON patch', async () => {
    const inline = { machine: { network: { hostname: 'web' } } }
    expect(await problems(general(inline, 'v1.11.0'))).toEqual([
      expect.stringMatching(
        /^cluster\.yaml:\d+:\d+ v1alpha1: machine\.network\.hostname: test-w-1 would be called web,/,
      ),
      expect.stringMatching(
        /^cluster\.yaml:\d+:\d+ v1alpha1: machine\.network\.hostname: test-w-3 would be called web,/,
      ),
    ])
    const json = '- op: replace\n  path: /machine/network/hostname\n  value: web\n'
    expect(await problems(general('p.yaml', 'v1.11.0'), { 'p.yaml': json })).toEqual([
      expect.stringMatching(/^p\.yaml:\d+:\d+ v1alpha1: machine\.network\.hostname: test-w-1 would be called web,/),
      expect.stringMatching(/^p\.yaml:\d+:\d+ v1alpha1: machine\.network\.hostname: test-w-3 would be called web,/),
    ])
  })

  test('that is in the old way beside the document clashes with it', async () => {
    const rendering = problems(general({ machine: { network: { hostname: 'test-w-1' } } }))
    await expect(rendering).rejects.toThrow('machine.network.hostname clashes with a document')
  })

  test('may be its own, with a domain unless the node takes that into its name', async () => {
    const own = called(`\${node.name}`)
    expect(await problems(general('p.yaml'), { 'p.yaml': own })).toEqual([])
    const full = called(`\${node.name}.home.lan`)
    expect(await problems(general('p.yaml'), { 'p.yaml': full })).toEqual([])
    const whole = `${full}---\nmachine:\n  kubelet:\n    registerWithFQDN: true\n`
    expect(await problems(general('p.yaml'), { 'p.yaml': whole })).toContain(
      'p.yaml:4:11 HostnameConfig: hostname: test-w-1 would be called test-w-1.home.lan, and in Kubernetes and etcd nobody would know it by that',
    )
  })
})

test('what is wrong inside the cluster file is shown there', async () => {
  const problems = await problemsOf({ cluster: { talos: talos({ machine: { sysctl: { a: 'b' } } }) } })
  expect(problems).toEqual([expect.stringMatching(/^cluster\.yaml:\d+:9 Talos knows no sysctl here$/)])
})

test('several problems in several patches are said at once', async () => {
  const problems = await problemsOf({
    cluster: { talos: talos('a.yaml', 'b.yaml') },
    files: { 'a.yaml': 'machine:\n  x: 1\n  y: 2\n', 'b.yaml': 'cluster:\n  z: 1\n' },
  })
  expect(problems).toEqual([
    'a.yaml:2:3 Talos knows no x here',
    'a.yaml:3:3 Talos knows no y here',
    'b.yaml:2:3 Talos knows no z here',
  ])
})

test('a document that the running Talos does not know yet is refused, though the contract may be older', async () => {
  await expect(problemsOf(withPatch('apiVersion: v1alpha1\nkind: KubeSpanConfig\nenabled: true\n'))).rejects.toThrow(
    'KubeSpanConfig came with Talos v1.13',
  )
})

test('what clashes with the generated config is shown in the patch that brought it', async () => {
  const { cluster, files } = withPatch('apiVersion: v1alpha1\nkind: KubeletConfig\nextraArgs:\n  v: "4"\n', 'v1.14.1')
  const talos = { ...cluster.talos, contract: 'v1.13' }
  expect(await problemsOf({ cluster: { ...cluster, talos }, files })).toContain(
    'patches/p.yaml:1:1 v1alpha1: machine.kubelet: KubeletConfig already says this',
  )
})

test('a field that came with a later Talos is refused too', async () => {
  const text = 'apiVersion: v1alpha1\nkind: ResolverConfig\nhostDNS:\n  enabled: true\n'
  expect(await problemsOf(withPatch(text))).toContain(
    'patches/p.yaml:3:1 ResolverConfig: hostDNS: hostDNS exists since Talos 1.14, the machine runs 1.12',
  )
})

test('a config that is too large for a message is refused before it is sent', async () => {
  const { desired } = await worldOf({ cluster: {} })
  const [machine] = desired.machines
  if (machine === undefined) throw new Error('the cluster has no machine')
  const documents = [{ machine: { files: [{ content: 'x'.repeat(2000) }] } }]
  expect(tooLarge(documents, machine, ['controlPlane'], 1000)).toEqual([
    expect.objectContaining({
      code: 'machine-config-size',
      message: expect.stringMatching(/has 2\d{3} bytes, and Talos takes 1000$/),
    }),
  ])
  expect(tooLarge(documents, machine, ['controlPlane'])).toEqual([])
})

test.each([
  [
    'an alias bomb',
    `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join(',')}]\n`)
      .join('')}`,
  ],
  ['a hundred thousand documents', 'machine: {}\n---\n'.repeat(100_000)],
  ['brackets without end', `machine: ${'['.repeat(100_000)}`],
])('%s is refused without being expanded', async (_, text) => {
  await expect(problemsOf(withPatch(text))).rejects.toThrow(/more than 250,000 values|limit|deeper|nest|large/)
})
