import { expect, test } from 'vitest'
import { findMethod, type Method } from '../../src/proxmox/method.ts'
import type { ApiParameters } from '../../src/proxmox/tables/api-types.gen.ts'
import type { Release, Verb } from '../../src/proxmox/tables/types.ts'
import { type ParameterValues, validateParameters } from '../../src/proxmox/validate-parameters.ts'
import { hasSharedData } from '../shared-data.ts'
import { recordedRequests } from './recorded-requests.ts'

const NOT_DEFINED = 'property is not defined in schema and the schema does not allow additional properties'
const MISSING = 'property is missing and it is not optional'

function method(verb: Verb, path: string, release: Release = '9'): Method {
  const found = findMethod(release, verb, path)
  if (found === undefined) throw new Error(`no method ${verb} ${path}`)
  return found
}

function errorsOf(verb: Verb, path: string, values: ParameterValues, release: Release = '9') {
  return validateParameters(method(verb, path, release), values)
}

const CREATE = '/nodes/{node}/qemu'
const CONFIG = '/nodes/{node}/qemu/{vmid}/config'
const vm = { node: 'pve1', vmid: '100' }

test('a request that Proxmox would take has no errors', () => {
  const values = {
    ...vm,
    name: 'cp-1',
    cores: '4',
    memory: '8192',
    scsi0: 'local-zfs:0,import-from=local:import/talos.qcow2',
    net0: 'virtio,bridge=vmbr0',
    ipconfig0: 'ip=10.0.0.11/24,gw=10.0.0.1',
    boot: 'order=scsi0',
    tags: 'kubernetes;talos',
    onboot: '1',
  }
  expect(errorsOf('POST', CREATE, values)).toEqual({})
})

test('what the types let pass, the tables let pass', () => {
  const create: ApiParameters['POST /nodes/{node}/qemu'] = {
    node: 'pve1',
    vmid: 100,
    bios: 'ovmf',
    scsi0: 'local:8',
    start: true,
  }
  expect(errorsOf('POST', CREATE, create)).toEqual({})
})

test('all errors are reported at once', () => {
  expect(errorsOf('POST', CREATE, { node: 'pve1', cores: 'x', foo: '1', bios: 'uefi', cpulimit: '129' })).toEqual({
    vmid: MISSING,
    cores: "type check ('integer') failed - got 'x'",
    foo: NOT_DEFINED,
    bios: "value 'uefi' does not have a value in the enumeration 'seabios, ovmf'",
    cpulimit: 'value must have a maximum value of 128',
  })
})

test('an indexed parameter is known up to its last index', () => {
  const values = { ...vm, net31: 'virtio', net32: 'virtio', 'net[n]': 'virtio', net01: 'virtio' }
  expect(errorsOf('PUT', CONFIG, values)).toEqual({ net32: NOT_DEFINED, 'net[n]': NOT_DEFINED, net01: NOT_DEFINED })
})

test('a property string names the sub-key that is wrong', () => {
  expect(errorsOf('PUT', CONFIG, { ...vm, net0: 'virtio,tag=0,foo=1', agent: '1,1' })).toEqual({
    net0: `invalid format - format error\nnet0.tag: value must have a minimum value of 1\nnet0.foo: ${NOT_DEFINED}\n`,
    agent: 'invalid format - duplicate key in comma-separated list property: enabled\n',
  })
})

test('a sub-key that needs another names both', () => {
  expect(errorsOf('PUT', CONFIG, { ...vm, ipconfig0: 'gw=10.0.0.1' })).toEqual({
    ipconfig0: "invalid format - format error\nipconfig0.ip: missing property required by 'ipconfig0.gw'\n",
  })
})

test('a parameter that needs another names it', () => {
  expect(errorsOf('POST', CREATE, { ...vm, unique: '1' })).toEqual({ archive: "missing property required by 'unique'" })
})

test('JSON values are checked by their kind', () => {
  expect(errorsOf('PUT', CONFIG, { ...vm, onboot: true, cores: 4.5, name: { a: 1 }, tags: ['a', 'b'] })).toEqual({
    cores: "type check ('integer') failed - got '4.5'",
    name: "type check ('string') failed - got HASH",
  })
  expect(errorsOf('PUT', CONFIG, { ...vm, name: true, description: ['a'] })).toEqual({
    name: "type check ('string') failed - got JSON::PP::Boolean",
    description: "type check ('string') failed - got ARRAY",
  })
})

test('null is the same as nothing', () => {
  expect(errorsOf('PUT', CONFIG, { node: 'pve1', vmid: null, name: null })).toEqual({ vmid: MISSING })
})

test('one value stands for an array of one, and elements are checked by position', () => {
  const path = '/cluster/mapping/pci'
  expect(errorsOf('POST', path, { id: 'gpu', map: 'node=a,path=0000:01:00.0,id=10de:2c05' })).toEqual({})
  expect(errorsOf('POST', path, { id: 'gpu', map: ['node=a,path=0000:01:00.0,id=10de:2c05', 'x'] })).toEqual({
    'map[1]': 'invalid format - value without key, but schema does not define a default key\n',
  })
})

test('the parameters of a variant are known to that variant only', () => {
  const rule = { rule: 'spread', type: 'resource-affinity', resources: 'vm:1000,vm:1001' }
  expect(errorsOf('POST', '/cluster/ha/rules', { ...rule, affinity: 'negative' })).toEqual({})
  expect(errorsOf('POST', '/cluster/ha/rules', { ...rule, nodes: 'pve1' })).toEqual({
    'oneOf[resource-affinity].affinity': MISSING,
    nodes: NOT_DEFINED,
  })
})

test('each release has its own parameters and grammars', () => {
  expect(findMethod('8', 'GET', '/cluster/ha/rules')).toBeUndefined()
  expect(errorsOf('PUT', CONFIG, { ...vm, 'allow-ksm': '1', machine: 'q35,aw-bits=39' }, '8')).toEqual({
    'allow-ksm': NOT_DEFINED,
    machine: `invalid format - format error\nmachine.aw-bits: ${NOT_DEFINED}\n`,
  })
})

test('two faults of one parameter are joined by a backslash and an n', () => {
  const two: Method = {
    release: '9',
    path: '/',
    verb: 'PUT',
    allow: 'all',
    parameters: new Map([
      ['a', { type: 'string' }],
      ['b', { type: 'string', optional: true, requires: 'a' }],
    ]),
  }
  expect(validateParameters(two, { b: '1' })).toEqual({ a: `${MISSING}\\nmissing property required by 'b'` })
})

test('a method may take parameters that it does not list', () => {
  expect(errorsOf('GET', '/nodes/{node}/qemu/{vmid}/agent', { ...vm, anything: '1' })).toEqual({})
})

/** Proxmox orders the lines of one text at random. */
function comparable(errors: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(errors).map(([key, text]) => [key, text.split('\n').sort()])
  return JSON.stringify(sorted.sort())
}

const recorded = hasSharedData('pve') ? recordedRequests() : []
const genuineContext = { customCpuModels: new Set<string>() }

test.skipIf(recorded.length === 0)('a recorded refusal is foretold word by word, or is none of the schema', () => {
  const refused = recorded.filter(({ reason, errors }) => reason === 'Parameter verification failed.' && errors)
  const same = refused.filter(({ method: each, values, errors = {}, where }) => {
    const ours = validateParameters(each, values, genuineContext)
    const foretold = comparable(ours) === comparable(errors)
    // A handler that refuses later, by the state of things, may say what it likes; the schema must then be silent.
    if (!foretold) expect(ours, where).toEqual({})
    return foretold
  })
  console.log(`${same.length} of ${refused.length} recorded refusals are those of the schema, word by word`)
  expect(same.length).toBeGreaterThanOrEqual(322)
})

test.skipIf(recorded.length === 0)('a recorded request that Proxmox took has no errors', () => {
  const taken = recorded.filter(({ status }) => status === 200)
  expect(taken.length).toBeGreaterThan(1000)
  for (const { method: each, values, where } of taken) {
    expect(validateParameters(each, values, genuineContext), where).toEqual({})
  }
})
