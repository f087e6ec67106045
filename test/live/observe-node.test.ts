import { create, toBinary } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { observeNode } from '../../src/live/observe-node.ts'
import { readDocuments } from '../../src/talos/document/read.ts'
import { State } from '../../src/talos/gen/cosi/state_pb.ts'
import { MachineConfigSpecSchema } from '../../src/talos/gen/machine/resources_pb.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import { memoryNode } from '../talos/memory-node.ts'

const address = '10.0.0.1'
const status = 'stage: running\nstatus:\n    ready: true\n    unmetConditions: []\n'

/** What a look at a running worker shows of how its config differs from the file. */
async function differences(held: string, wanted: string, secrets: readonly string[] = []) {
  const spec = {
    protoSpec: toBinary(
      MachineConfigSpecSchema,
      create(MachineConfigSpecSchema, { yamlMarshalled: Buffer.from(held) }),
    ),
  }
  const node = memoryNode(address, (router) =>
    router.service(State, {
      get({ id }) {
        if (id === 'machine') return { resource: { metadata: { id, version: '1' }, spec: { yamlSpec: status } } }
        throw new ConnectError('resource does not exist', Code.NotFound)
      },
      async *list() {
        yield { resource: { metadata: { id: 'persistent', version: '1' }, spec } }
      },
    }),
  )
  const question = {
    address,
    isControlPlane: false,
    wanted: readDocuments(wanted),
    mask: createRedaction(secrets).mask,
  }
  const seen = await observeNode({ kind: 'ours' }, question, () => node)
  if (seen.kind !== 'configured' || seen.config?.kind !== 'differs')
    throw new Error(`nothing differs: ${JSON.stringify(seen)}`)
  return seen.config.changes
}

const base = 'version: v1alpha1\nmachine:\n    type: worker\n'
const registry = (lines: string) =>
  `${base}---\napiVersion: v1alpha1\nkind: RegistryAuthConfig\nname: ghcr.io\n${lines}`

test('a config that differs is shown by its values', async () => {
  expect(await differences(base, base.replace('worker', 'controlplane'))).toEqual([
    { document: 'v1alpha1', path: 'machine.type', from: 'worker', to: 'controlplane' },
  ])
})

test('a document that is added or taken away is shown without the password in it', async () => {
  const shown =
    '{"apiVersion":"v1alpha1","kind":"RegistryAuthConfig","name":"ghcr.io","username":"me","password":"******"}'
  const withPassword = registry('username: me\npassword: hunter2\n')
  expect(await differences(base, withPassword)).toMatchObject([{ path: '.', to: shown }])
  expect(await differences(withPassword, base)).toMatchObject([{ path: '.', from: shown }])
})

test('neither the old nor the new password is shown when one is rotated, whether it is known or not', async () => {
  const changes = await differences(registry('password: hunter2\n'), registry('password: hunter3\n'), ['hunter3'])
  expect(changes).toMatchObject([{ path: 'password', from: '******', to: '******' }])
})

test('secrets of patches are hidden below maps and lists, and the rest is shown', async () => {
  const patched = (passphrase: string, proxy: string, more = '') =>
    `${base}    systemDiskEncryption:\n        state:\n            keys:\n                - static: {passphrase: ${passphrase}}\n` +
    `    env:\n        https_proxy: ${proxy}\n${more}`
  const changes = await differences(
    patched('once upon', 'http://me:old-word@proxy.lan'),
    patched(
      'a time',
      'http://proxy.lan',
      '    registries:\n        config:\n            ghcr.io: {auth: {auth: bWU6aHVudGVyMg==}}\n',
    ),
  )
  expect(changes).toEqual([
    { document: 'v1alpha1', path: 'machine.env.https_proxy', from: '******', to: 'http://proxy.lan' },
    {
      document: 'v1alpha1',
      path: 'machine.systemDiskEncryption.state.keys[0].static.passphrase',
      from: '******',
      to: '******',
    },
    { document: 'v1alpha1', path: 'machine.registries', to: '{"config":{"ghcr.io":{"auth":{"auth":"******"}}}}' },
  ])
})

test('a text that stands in a list is judged by the key of the list', async () => {
  const listed = (word: string) => `${base}    sysctls: {}\n    password: [${word}]\n`
  expect(await differences(listed('hunter2'), listed('hunter3'))).toMatchObject([{ from: '******', to: '******' }])
})
