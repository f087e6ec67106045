import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { readRequest, writeRequest } from '../../../sim/kubernetes/certificates/request.ts'
import { clusterSigner } from '../../../sim/kubernetes/certificates/signer.ts'
import { createKubernetesApi } from '../../../sim/kubernetes/cluster.ts'
import { REQUESTS } from '../../../sim/kubernetes/controllers/certificates.ts'
import { setStatus } from '../../../sim/kubernetes/controllers/write.ts'
import { objectsAt, textAt } from '../../../sim/kubernetes/json.ts'
import { requestClientCertificate, requestServingCertificate } from '../../../sim/kubernetes/nodes/node-certificates.ts'
import type { KubeObject } from '../../../sim/kubernetes/object.ts'
import { createObject } from '../../../sim/kubernetes/operations/create.ts'
import { emptyKubernetes } from '../../../sim/kubernetes/state.ts'
import { manualClock } from '../../talos/manual-clock.ts'
import { quickBundle } from '../talos/lab.ts'
import { bringUp } from './small-cluster.ts'

const HOUR = 3_600_000
const now = new Date()
const authority = (await quickBundle(now)).authorities.k8s

function world() {
  const clock = manualClock(now.getTime())
  const api = createKubernetesApi(emptyKubernetes('v1.35.4'), clock, { sign: clusterSigner(authority) })
  bringUp(api)
  const only = (): KubeObject => {
    const [found, ...others] = api.store.list(REQUESTS)
    if (found === undefined || others.length > 0) throw new Error('there is not one request')
    return found
  }
  const states = () => objectsAt(only(), 'status', 'conditions').map((each) => [each.type, each.reason])
  const certificate = () => {
    const text = Buffer.from(textAt(only(), 'status', 'certificate'), 'base64').toString()
    return text === '' ? undefined : new X509Certificate(text)
  }
  return { api, clock, only, states, certificate }
}

test('a request says what it was made of, and is nothing when a byte of what was signed is another', () => {
  const hosts = ['w1', '10.5.0.21', 'fd00::21']
  const pem = writeRequest({ commonName: 'system:node:w1', organizations: ['system:nodes'], hosts })
  expect(readRequest(pem)).toMatchObject({ commonName: 'system:node:w1', organizations: ['system:nodes'], hosts })
  const bytes = Buffer.from(pem.replaceAll(/-----[A-Z ]+-----/g, ''), 'base64')
  for (let at = 8; at < 200; at += 7) {
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0x41, at)
    const text = `-----BEGIN CERTIFICATE REQUEST-----\n${damaged.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`
    expect(readRequest(text)).toBeUndefined()
  }
})

test('a kubelet that joins gets the certificate to log in with, and the request goes after an hour', () => {
  const { api, clock, only, states, certificate } = world()
  requestClientCertificate(api, 'w3', 'abcdef.0123456789abcdef')
  expect(only()).toMatchObject({
    metadata: { name: expect.stringMatching(/^csr-[a-z0-9]{5}$/) },
    spec: { username: 'system:bootstrap:abcdef', signerName: 'kubernetes.io/kube-apiserver-client-kubelet' },
  })
  clock.advance(1000)
  expect(states()).toEqual([['Approved', 'AutoApproved']])
  const issued = certificate()
  expect(issued?.verify(new X509Certificate(authority.crt).publicKey)).toBe(true)
  expect(issued?.subject).toBe('O=system:nodes\nCN=system:node:w3')
  clock.advance(HOUR - 2000)
  expect(api.store.list(REQUESTS)).toHaveLength(1)
  clock.advance(2000)
  expect(api.store.list(REQUESTS)).toEqual([])
})

test('a serving certificate waits for somebody who approves it, and is asked for once', () => {
  const { api, clock, only, states, certificate } = world()
  for (const _ of [1, 2]) requestServingCertificate(api, 'w1')
  clock.advance(HOUR)
  expect(states()).toEqual([])
  expect(certificate()).toBeUndefined()
  const time = new Date(clock.now()).toISOString()
  const approved = { type: 'Approved', status: 'True', reason: 'KubectlApprove', lastUpdateTime: time }
  setStatus(api, 'kubectl', REQUESTS, only(), { conditions: [approved] })
  clock.advance(1000)
  expect(certificate()?.subjectAltName).toBe('DNS:w1, IP Address:10.5.0.21')
  expect(certificate()?.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
})

test('who has no right to it is approved by nobody, and what the signer does not sign fails', () => {
  const { api, clock, only, states } = world()
  const ask = (request: string, signerName: string) =>
    createObject(
      api,
      { resource: api.registry.stored(REQUESTS) },
      {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: 'odd' },
        spec: { request: Buffer.from(request).toString('base64'), signerName, usages: ['client auth'] },
      },
      { manager: 'test', user: { name: 'mallory', groups: ['system:authenticated'] } },
    )
  ask(
    writeRequest({ commonName: 'root', organizations: ['system:masters'], hosts: [] }),
    'kubernetes.io/kube-apiserver-client-kubelet',
  )
  clock.advance(1000)
  expect(states()).toEqual([])
  const time = new Date(clock.now()).toISOString()
  setStatus(api, 'test', REQUESTS, only(), {
    conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: time }],
  })
  clock.advance(1000)
  expect(states()).toEqual([
    ['Approved', undefined],
    ['Failed', 'SignerValidationFailure'],
  ])
})
