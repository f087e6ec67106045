import { afterAll, describe, expect, test } from 'vitest'
import { createKubernetesClient } from '../../src/kubernetes/client/client.ts'
import { nodesReady } from '../../src/kubernetes/nodes/readiness.ts'
import { workloadReader } from '../../src/kubernetes/nodes/workloads.ts'
import { CONFIG_MAPS, NODES } from '../../src/kubernetes/objects/kinds.ts'
import { listObjects } from '../../src/kubernetes/objects/read.ts'
import { watchObjects } from '../../src/kubernetes/objects/watch.ts'
import { extendedKeyUsage, keyUsage } from '../../src/talos/certificates/extensions.ts'
import { issueCertificate } from '../../src/talos/certificates/issue.ts'
import { generateKey } from '../../src/talos/certificates/keys.ts'
import { validity } from '../../src/talos/certificates/lifetime.ts'
import type { Workloads } from '../../src/talos/health/condition.ts'
import { createSecretsBundle } from '../../src/talos/secrets/create.ts'
import { wait } from '../../src/world/clock.ts'
import { realDial } from '../../src/world/dial.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import { serveOnLoopback } from '../sim/kubernetes/loopback.ts'
import { bringUp } from '../sim/kubernetes/small-cluster.ts'
import { clientOf } from './client-of.ts'

const cluster = await serveOnLoopback({ speed: 50 })
bringUp(cluster.api)
const client = clientOf(cluster)
afterAll(() => {
  client.close()
  cluster.close()
})

const { access } = cluster
const lines: string[] = []
const world = {
  clock: cluster.api.clock,
  dial: realDial,
  log: { debug: (line: string) => void lines.push(line), warn: () => undefined },
  redaction: createRedaction(),
  random: () => 0,
}
const credentials = { ca: access.ca, crt: access.client.crt, key: access.client.key }

async function certificateFor(commonName: string, ...organizations: string[]) {
  const { publicKey, pem } = await generateKey('p256')
  const extensions = [keyUsage('digitalSignature'), extendedKeyUsage('clientAuth')]
  const content = { subject: { commonName, organizations }, publicKey, ...validity(new Date(), 1), extensions }
  return { ca: access.ca, crt: issueCertificate(content, cluster.bundle.authorities.k8s), key: pem }
}

describe('the client', () => {
  test('goes on to the next API server where one does not answer, and stays there', async () => {
    const dead = 'https://127.0.0.1:1'
    const one = createKubernetesClient({ servers: [dead, access.server], ...credentials }, world)
    expect((await listObjects(one, NODES)).items).toHaveLength(3)
    expect(lines.at(-1)).toMatch(/^GET \/api\/v1\/nodes: 200 from https:\/\/127\.0\.0\.1:\d+$/)
    one.close()
  })

  test('says that no API server answers, each with its reason', async () => {
    const servers = ['https://127.0.0.1:1', 'https://127.0.0.1:2']
    const one = createKubernetesClient({ servers, ...credentials }, world)
    await expect(listObjects(one, NODES)).rejects.toMatchObject({
      code: 'kubernetes-unreachable',
      message: 'https://127.0.0.1:1 refused the connection; https://127.0.0.1:2 refused the connection',
    })
  })

  test('does not talk to a server of another cluster', async () => {
    const other = await createSecretsBundle('v1.12.6', new Date())
    const one = createKubernetesClient(
      { servers: [access.server], ...credentials, ca: other.authorities.k8s.crt },
      world,
    )
    await expect(listObjects(one, NODES)).rejects.toMatchObject({ code: 'kubernetes-wrong-authority' })
  })

  test('tells a certificate that nobody knows from one with too few rights', async () => {
    const other = await createSecretsBundle('v1.12.6', new Date())
    const stranger = createKubernetesClient(
      { servers: [access.server], ca: access.ca, crt: other.authorities.k8s.crt, key: other.authorities.k8s.key },
      world,
    )
    await expect(listObjects(stranger, NODES)).rejects.toMatchObject({ code: 'kubernetes-unauthorized', status: 401 })
    const reader = createKubernetesClient(
      { servers: [access.server], ...(await certificateFor('jane', 'people')) },
      world,
    )
    await expect(listObjects(reader, NODES)).rejects.toMatchObject({
      code: 'kubernetes-forbidden',
      message: expect.stringContaining(
        'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope',
      ),
    })
    await client.request({
      method: 'POST',
      path: '/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/rolebindings',
      body: {
        metadata: { name: 'people' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'people' }],
      },
    })
    expect((await listObjects(reader, CONFIG_MAPS, { namespace: 'kube-system' })).items.length).toBeGreaterThan(0)
    await expect(listObjects(reader, CONFIG_MAPS, { namespace: 'default' })).rejects.toMatchObject({ status: 403 })
  })

  test('never writes its key anywhere', () => {
    expect(lines.join('\n')).not.toContain('PRIVATE KEY')
    expect(world.redaction.mask(`x ${access.client.key.trim()} y`)).toBe('x ****** y')
  })

  test('begins a watch anew where the server no longer knows what happened', async () => {
    const stop = new AbortController()
    const seen: string[] = []
    const flood = () => {
      for (let number = 0; number < 5000; number++) {
        const node = cluster.api.store.get('/nodes', 'w1')
        if (node !== undefined) cluster.api.store.put('/nodes', node)
      }
    }
    const { resourceVersion } = await listObjects(client, NODES)
    flood()
    for await (const { type, object } of watchObjects(client, NODES, { since: resourceVersion, signal: stop.signal })) {
      seen.push(`${type} ${object.metadata.name}`)
      if (seen.length === 3) stop.abort()
    }
    expect(seen).toEqual(['ADDED cp1', 'ADDED w1', 'ADDED w2'])
  })

  test('reads how nodes and workloads stand, in the shape that health asks for', async () => {
    const workloads: Workloads = workloadReader(client)
    for (let tries = 0; tries < 200 && (await workloads('Deployment', 'kube-system', 'coredns'))?.ready !== 2; tries++)
      await wait(client.clock, 1000)
    expect(await workloads('DaemonSet', 'kube-system', 'kube-proxy')).toEqual({ desired: 3, ready: 3 })
    expect(await workloads('Deployment', 'kube-system', 'coredns')).toEqual({ desired: 2, ready: 2 })
    expect(await workloads('Deployment', 'kube-system', 'nothing')).toBeUndefined()
    expect(await nodesReady(client, ['cp1', 'w9'])).toMatchObject([
      { name: 'cp1', ready: true, kubeletVersion: 'v1.35.4' },
      { name: 'w9', ready: false, reason: 'is not registered yet' },
    ])
  })
})
