import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { kindOfType } from '../../../sim/talos/cosi/kinds.ts'
import { readResources } from '../../../sim/talos/cosi/read.ts'
import { bootstrapEtcd } from '../../../sim/talos/etcd/bootstrap.ts'
import { settle } from '../../../sim/talos/settle.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { openLab, quickBundle } from './lab.ts'

const folder = path.resolve('../shared/data/talos/genuine-cluster/get')
const isThere = existsSync(folder)
if (!isThere) console.warn(`SKIPPED: recorded resources of a genuine machine are missing (${folder})`)

/** Resources of a genuine control plane of 1.12.6 that a simulated one has in the same form. */
const KINDS = [
  'addresses',
  'affiliates',
  'apiserverconfig',
  'bootstrapmanifestsconfigs',
  'controllermanagerconfig',
  'etcdmembers',
  'hostnamestatus',
  'identities',
  'info',
  'kubeprismstatuses',
  'machinestatus',
  'machinetype',
  'members',
  'networkstatus',
  'nodename',
  'nodestatus',
  'resolvers',
  'schedulerconfig',
  'secretstatus',
  'securitystate',
  'staticpodserverstatus',
  'svc',
  'timestatus',
  'version',
]

const lab = openLab({ version: 'v1.12.6', speed: 240 })
afterAll(lab.close)

type Shape = string | { readonly [key: string]: Shape }

/** What a value is made of: its keys, and the kinds of its values; texts under free keys count as one. */
function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, FREE.has(key) ? 'free' : shapeOf(inner)]))
}

const FREE = new Set(['labels', 'annotations', 'extraArgs', 'environmentVariables'])

describe.skipIf(!isThere)('a simulated machine has the same resources as a genuine one', () => {
  test('once it runs', async () => {
    const secrets = await quickBundle(new Date())
    const input = {
      contract: '1.12',
      role: 'controlplane',
      clusterName: 'lab',
      kubernetesVersion: '1.35.4',
      secrets,
    } as const
    lab.install(101, printDocuments(generate({ ...input, endpoint: 'https://10.5.0.11:6443' })))
    lab.start(101, '10.5.0.11', 'cp1')
    const begun = () => {
      const node = lab.talos.nodes.get(101)
      const refused = node === undefined ? 'off' : bootstrapEtcd(node, { recover: false, skipHashCheck: false })?.kind
      if (node !== undefined) settle(node)
      return refused
    }
    await expect.poll(begun, { timeout: 600_000 }).toBeUndefined()
    const isReady = () => lab.talos.nodes.get(101)?.state.kubernetes.isRegistered
    await expect.poll(isReady, { timeout: 600_000 }).toBe(true)
  })

  test.each(KINDS)('%s', (name) => {
    const text = readFileSync(path.join(folder, `11-${name}.yaml`), 'utf8')
    const documents = parseAllDocuments(text)
    const genuine = Array.isArray(documents) ? documents.map((one) => one.toJS()) : []
    const kind = kindOfType(genuine[0]?.metadata.type)
    const node = lab.talos.nodes.get(101)
    if (kind === undefined || node === undefined) throw new Error(`${name} is not known`)
    const [simulated] = readResources(node, kind)
    expect(genuine[0]?.metadata.namespace).toBe(kind.definition.namespace)
    const own = parseAllDocuments(simulated?.yaml ?? '')
    const spec = Array.isArray(own) ? own[0]?.toJS() : undefined
    const shapes = genuine.map((one) => shapeOf(one.spec))
    expect(shapes).toContainEqual(shapeOf(spec))
  })
})
