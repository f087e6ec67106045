import { afterAll, expect, test } from 'vitest'
import { REQUESTS } from '../../../sim/kubernetes/controllers/certificates.ts'
import { objectAt, textAt } from '../../../sim/kubernetes/json.ts'
import { machineConfig, readMachineConfig } from '../../../sim/talos/config/machine-config.ts'
import { reachableApi } from '../../../sim/talos/kubernetes/clusters.ts'
import { hostsOf } from '../../../sim/talos/kubernetes/hosts.ts'
import { bootstrap } from '../../../src/talos/api/bootstrap.ts'
import { openCluster } from '../../../src/talos/api/cluster.ts'
import { listServices } from '../../../src/talos/api/services.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { applyStrategic, strategicPatch } from '../../../src/talos/patch/strategic.ts'
import { mintTalosContext } from '../../../src/talos/talosconfig.ts'
import { openLab, quickBundle } from './lab.ts'

const address = '10.5.0.11'
const lab = openLab({ speed: 240 })
const now = new Date()
const secrets = await quickBundle(now)
const context = await mintTalosContext(secrets, { name: 'lab', endpoints: [address], now })
const cluster = openCluster({ dial: lab.network.dial, mask: (text) => text, ...context })
const patience = { timeout: 60_000, interval: 50 }
afterAll(() => {
  cluster.close()
  lab.close()
})

const KUBELET = `machine: { kubelet: { extraArgs: { rotate-server-certificates: 'true' } } }`

test.each(['1.9', '1.13', '1.14'] as const)(
  'tokens of service accounts are signed with the key of the config, in contract %s',
  (contract) => {
    const endpoint = `https://${address}:6443`
    const input = { contract, clusterName: 'lab', secrets, kubernetesVersion: '1.32.4', endpoint } as const
    const configOf = (role: 'controlplane' | 'worker') => readMachineConfig(generate({ ...input, role }))
    expect(configOf('controlplane').serviceAccounts).toEqual({ key: secrets.serviceAccountKey, url: endpoint })
    expect(configOf('worker').serviceAccounts).toBeUndefined()
  },
)

test('Kubernetes is as the config of its machine says: networks, domain, certificates', async () => {
  const documents = generate({
    contract: '1.13',
    role: 'controlplane',
    clusterName: 'lab',
    secrets,
    kubernetesVersion: '1.35.4',
    endpoint: `https://${address}:6443`,
    dnsDomain: 'lab.example',
    podSubnets: ['10.42.0.0/16', 'fd42:1::/56'],
    serviceSubnets: ['10.43.0.0/16', 'fd43::/112'],
  })
  lab.install(101, printDocuments(applyStrategic(documents, strategicPatch(readDocuments(KUBELET)))))
  lab.start(101, address, 'cp1')
  const node = cluster.node(address)
  const etcd = async () => (await listServices(node, { fresh: true }).catch(() => [])).find(({ id }) => id === 'etcd')
  await expect.poll(async () => (await etcd())?.state, patience).toBe('Preparing')
  await bootstrap(node)
  const machine = lab.talos.nodes.get(101)
  if (machine === undefined) throw new Error('the machine is off')
  const stored = (storage: string, key: string) => reachableApi(machine)?.store.get(storage, key)
  await expect.poll(() => stored('/nodes', 'cp1') !== undefined, patience).toBe(true)
  expect(objectAt(stored('/nodes', 'cp1'), 'spec').podCIDRs).toEqual(['10.42.0.0/24', 'fd42:1::/64'])
  expect(textAt(stored('/services', 'default/kubernetes'), 'spec', 'clusterIP')).toBe('10.43.0.1')
  expect(objectAt(stored('/services', 'kube-system/kube-dns'), 'spec').clusterIPs).toEqual(['10.43.0.10', 'fd43::a'])
  expect(textAt(stored('/configmaps', 'kube-system/coredns'), 'data', 'Corefile')).toContain('kubernetes lab.example ')
  const config = machineConfig(machine)
  expect(config === undefined ? [] : hostsOf(machine, config)).toEqual(
    expect.arrayContaining(['10.43.0.1', 'fd43::1', 'kubernetes.default.svc.lab.example']),
  )
  const asked = () => {
    const requests = reachableApi(machine)?.store.list(REQUESTS) ?? []
    return requests.map((each) => [
      textAt(each, 'spec', 'username').replace(/:[a-z0-9]{6}$/, ':TOKEN'),
      textAt(each, 'status', 'certificate') !== '',
    ])
  }
  await expect.poll(asked, patience).toEqual(
    expect.arrayContaining([
      ['system:bootstrap:TOKEN', true],
      ['system:node:cp1', false],
    ]),
  )
}, 90_000)
