import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { generateSchema } from '../../scripts/gen/schema.ts'
import { wholeValues } from '../../src/resolve/merge-rules.ts'
import { replacedWhole } from '../../src/spec/json-schema/editor-values.ts'
import { clusterJsonSchema } from '../../src/spec/json-schema.ts'
import { loadText } from '../../src/spec/load.ts'
import { root } from '../shared-data.ts'

const schema = clusterJsonSchema()
const accepts = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true }).compile(
  schema,
)
const examples = readdirSync(path.join(root, 'examples')).filter((name) => name.endsWith('.yaml'))

const minimal = 'apiVersion: talmox.dev/v1alpha1\nkind: Cluster\nname: test\ntalos: { version: v1.12.4 }\n'
/** A document as an editor reads it, which is plain YAML and not what talmox makes of it. */
const asEditor = (text: string): unknown => parse(`${minimal}${text}`)

test('the shipped schema is what the sources say (else: npm run gen)', () => {
  for (const [file, text] of generateSchema()) {
    expect(readFileSync(path.join(root, file), 'utf8') === text, `${file} is stale`).toBe(true)
  }
})

test.each(examples)('%s is valid to an editor', (name) => {
  const read = parse(readFileSync(path.join(root, 'examples', name), 'utf8'))
  expect(accepts(read), JSON.stringify(accepts.errors)).toBe(true)
})

test.each([
  ['an offset', 'controlPlane: { addresses: +10 }'],
  ['an offset per family', 'workers: { a: { count: 1, addresses: { ipv4: +10, ipv6: +20 } } }'],
  ['an offset of a further NIC', 'network: { nics: [{ cidr: 10.0.0.0/24, addresses: +20 }] }'],
  ['a start order by index', 'vm: { startup: { order: +3 } }'],
  ['a range of VMIDs', 'controlPlane: { vmids: 2000-2999 }'],
  ['null for a setting of all machines', 'vm: { balloon: null, startup: { order: null } }\nimage: { checksum: null }'],
  ['null in the sections that also hold other keys', 'network: { mtu: null }\nkubernetes: { taints: null }'],
  ['null for a storage', 'proxmox: { storage: { templates: null } }'],
  ['null in a role', 'roles: { worker: { vm: { tags: null }, labels: { zone: null } } }'],
  ['null in a pool', 'workers: { a: { count: 1, cores: null, disk: { storage: null }, gpu: null } }'],
  ['null in a node', 'nodes: { test-cp-1: { talos: { registries: { docker.io: null } } } }'],
  ['a section without content', 'vm:\nroles:\n  worker:\nproxmox:\n'],
])('%s is valid to an editor and to talmox', async (_, text) => {
  expect(accepts(asEditor(text)), JSON.stringify(accepts.errors)).toBe(true)
  expect((await loadText(`${minimal}${text}`, 'cluster.yaml')).problems).toEqual([])
})

test.each([
  ['an unknown key', 'hosts: [pve1]'],
  ['an unknown key in a part', 'workers: { a: { count: 1, vm: { core: 4 } } }'],
  ['a size without unit', 'vm: { memory: 8192 }'],
  ['a number out of range', 'network: { vlan: 4095 }'],
  ['text for a number', 'vm: { cores: four }'],
  ['a word that is not one of the choices', 'image: { mode: pxe }'],
  ['a pool without count', 'workers: { a: { cores: 4 } }'],
  ['a pool name with capitals', 'workers: { Big: { count: 1 } }'],
  ['a pool named by digits', 'workers: { "2": { count: 1 } }'],
  ['a host named by digits', 'proxmox: { hosts: ["10"] }'],
  ['a host listed twice', 'proxmox: { hosts: [pve1, pve1] }'],
  ['an address that is none', 'network: { gateway: router }'],
  ['a network without prefix', 'network: { cidr: 192.168.1.0 }'],
  ['an endpoint without https', 'proxmox: { endpoint: http://pve1:8006 }'],
  ['two places for one secret', 'proxmox: { credentials: { from: { env: A, file: b } } }'],
  ['a device by two names', 'vm: { pci: [{ mapping: gpu, address: "0000:01:00.0" }] }'],
  ['a manifest from nowhere', 'kubernetes: { manifests: [{ name: a }] }'],
  ['a selector that selects all', 'network: { selector: {} }'],
  ['a disk without size', 'workers: { a: { count: 1, disks: [{ storage: tank }] } }'],
  ['null for a required key', 'workers: { a: { count: null } }'],
])('%s is wrong to an editor and to talmox', async (_, text) => {
  expect(accepts(asEditor(text))).toBe(false)
  expect((await loadText(`${minimal}${text}`, 'cluster.yaml')).problems).not.toEqual([])
})

test('the maps that editors see as one value are those that layers replace whole', () => {
  const names = wholeValues.map((path) => path.at(-1))
  expect(names.filter((name) => typeof name !== 'string' || !replacedWhole.has(name))).toEqual([])
})

test('every part has a name that means something, and is used', () => {
  const names = Object.keys(schema.$defs ?? {})
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
    expect(JSON.stringify(schema)).toContain(`#/$defs/${name}"`)
  }
})

test('every key says what it is', () => {
  const silent: string[] = []
  const visit = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') {
        for (const [name, inner] of Object.entries(value)) {
          const { description } = inner as { description?: string }
          if (description === undefined) silent.push(`${at}.${name}`)
          visit(inner, `${at}.${name}`)
        }
      } else if (key !== 'examples' && key !== 'default') visit(value, at)
    }
  }
  visit(schema, '')
  expect(silent).toEqual([])
  expect(JSON.stringify(schema)).not.toMatch(/"(derived|part)":|"kind":\{"title"/)
})
