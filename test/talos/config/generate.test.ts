import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { configure } from '../../../src/talos/config/configure.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { kindOf } from '../../../src/talos/document/identity.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { at } from '../../../src/talos/document/value.ts'
import { minors } from '../../../src/talos/schema/notation.ts'
import { validate } from '../../../src/talos/validate/validate.ts'
import { controlPlaneWishes, everyWish, testInput } from '../support/test-only.ts'

const golden = path.resolve(import.meta.dirname, '../../golden/talos')
const cases = minors.flatMap((contract) => (['controlplane', 'worker'] as const).map((role) => ({ contract, role })))

describe.each(cases)('a $role of contract $contract', ({ contract, role }) => {
  const wishes = role === 'controlplane' ? controlPlaneWishes : everyWish
  const documents = configure(generate(testInput(contract, role)), wishes, contract)

  test('is written as before', async () => {
    await expect(printDocuments(documents)).toMatchFileSnapshot(path.join(golden, `${contract}-${role}.yaml`))
  })

  test('is valid on every Talos from its own version on', () => {
    const newer = minors.slice(minors.indexOf(contract))
    const found = newer.flatMap((talos) => validate(documents, { talos, mode: 'metal' }))
    expect(found).toEqual([])
  })

  test('is read back as it was made', () => {
    expect(readDocuments(printDocuments(documents))).toEqual(documents)
  })
})

test('without a CNI and without kube-proxy, old contracts say so and new ones leave them out', () => {
  const input = { cni: 'none', kubeProxy: false } as const
  const [old] = generate(testInput('1.13', 'controlplane', input))
  expect(at(old, 'cluster', 'network', 'cni')).toEqual({ name: 'none' })
  expect(at(old, 'cluster', 'proxy', 'disabled')).toBe(true)
  const documents = generate(testInput('1.14', 'controlplane', input))
  expect(documents.map(kindOf)).not.toContain('KubeFlannelCNIConfig')
  expect(documents.find((document) => kindOf(document) === 'KubeProxyConfig')).toMatchObject({ enabled: false })
})

test('manifests of an own CNI are listed, or become documents', () => {
  const cni = { urls: ['https://example.com/a.yaml', 'https://example.com/b.yaml'] } as const
  const [old] = generate(testInput('1.12', 'worker', { cni }))
  expect(at(old, 'cluster', 'network', 'cni')).toEqual({ name: 'custom', urls: cni.urls })
  const documents = generate(testInput('1.14', 'controlplane', { cni }))
  expect(
    documents.filter((document) => kindOf(document) === 'KubeExternalManifestConfig').map(({ name }) => name),
  ).toEqual(['custom-cni', 'custom-cni-2'])
})

test('a worker never gets a key, a control plane always does', () => {
  const mark = '-----BEGIN TESTONLY PRIVATE KEY'
  const encoded = Buffer.from(mark.slice(0, 30)).toString('base64')
  const hasKey = (text: string): boolean => text.includes(mark) || text.includes(encoded)
  for (const contract of minors) {
    expect(hasKey(printDocuments(generate(testInput(contract, 'worker'))))).toBe(false)
    expect(hasKey(printDocuments(generate(testInput(contract, 'controlplane'))))).toBe(true)
  }
})

test.each([
  [{ endpoint: 'http://192.0.2.10:6443' }, 'not an https address'],
  [{ endpoint: 'k8s.example.com' }, 'not an https address'],
  [{ kubernetesVersion: 'v1.35.0' }, 'is not a Kubernetes version'],
])('%j is refused', (more, message) => {
  expect(() => generate(testInput('1.12', 'worker', more))).toThrow(message)
})

test('kernel arguments are refused where they would be dropped in silence', () => {
  const install = { disk: '/dev/sda', extraKernelArgs: ['a=b'] }
  expect(() => generate(testInput('1.14', 'worker', { install }))).toThrow('kernel arguments')
  expect(at(generate(testInput('1.13', 'worker', { install }))[0], 'machine', 'install', 'extraKernelArgs')).toEqual([
    'a=b',
  ])
})
