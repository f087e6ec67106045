import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createAuthority } from '../../src/talos/certificates/authorities.ts'
import {
  formatTalosconfig,
  mergeTalosconfig,
  mintTalosContext,
  type TalosContext,
} from '../../src/talos/talosconfig.ts'
import { madeAt, testBundle } from './support/bundle.ts'
import { sharedData } from './support/shared-data.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const now = madeAt
const source = '~/.talos/config'

const mint = async (name = 'homelab'): Promise<TalosContext> =>
  mintTalosContext(await testBundle(), { name, endpoints: ['10.0.0.11', '10.0.0.12'], now })

async function mintForeign(name: string): Promise<TalosContext> {
  const bundle = await testBundle()
  const os = await createAuthority('os', now)
  const foreign = { ...bundle, authorities: { ...bundle.authorities, os } }
  return mintTalosContext(foreign, { name, endpoints: ['192.168.0.1'], now })
}

test('a talosconfig has the layout of talosctl', async () => {
  const context = await mintTalosContext(await testBundle(), {
    name: 'homelab',
    endpoints: ['10.0.0.11'],
    nodes: ['10.0.0.21'],
    now,
  })
  expect(formatTalosconfig(context)).toBe(`context: homelab
contexts:
    homelab:
        endpoints:
            - 10.0.0.11
        nodes:
            - 10.0.0.21
        ca: ${base64(context.ca)}
        crt: ${base64(context.client.crt)}
        key: ${base64(context.client.key)}
`)
})

test('roles and lifetime are as chosen', async () => {
  const bundle = await testBundle()
  const context = await mintTalosContext(bundle, {
    name: 'x',
    endpoints: [],
    roles: ['os:reader'],
    lifetimeHours: 8,
    now,
  })
  const certificate = new X509Certificate(context.client.crt)
  expect(certificate.subject).toBe('O=os:reader')
  expect(new Date(certificate.validTo)).toEqual(new Date('2026-11-15T20:00:00Z'))
  expect(certificate.verify(new X509Certificate(bundle.authorities.os.crt).publicKey)).toBe(true)
  expect(Buffer.from(parse(formatTalosconfig(context)).contexts.x.key, 'base64').toString()).toContain(
    'BEGIN ED25519 PRIVATE KEY',
  )
})

const golden = sharedData('goldens/v1.14/base/talosconfig')

test.skipIf(golden === undefined)(
  'apart from the fresh certificate it equals the one talosctl 1.14 generates',
  async () => {
    const text = readFileSync(golden ?? '', 'utf8')
    const theirs = parse(text).contexts.demo
    const context = await mint('demo')
    const ours = { ...context, endpoints: [], ca: Buffer.from(theirs.ca, 'base64').toString() }
    const unlike = /(crt|key): .*/g
    expect(formatTalosconfig(ours).replace(unlike, '$1: <random>')).toBe(text)
  },
)

test.each(['', '\n', '# nothing yet\n', 'context: ""\ncontexts: {}\n', 'contexts: null\n'])(
  'merging into %j is like starting anew',
  async (existing) => {
    const context = await mint()
    const { text, name } = mergeTalosconfig(existing, context, { source, onConflict: 'rename' })
    expect(name).toBe('homelab')
    expect(parse(text)).toEqual(parse(formatTalosconfig(context)))
    expect(text).toContain('contexts:\n    homelab:\n        endpoints:\n')
  },
)

test('a taken name is stepped aside from as talosctl does, and the new context is selected', async () => {
  const [first, second, third] = [await mint(), await mint(), await mint()]
  const options = { source, onConflict: 'rename' } as const
  const one = mergeTalosconfig('', first, options)
  const two = mergeTalosconfig(one.text, second, options)
  const three = mergeTalosconfig(two.text, third, options)
  expect([one.name, two.name, three.name]).toEqual(['homelab', 'homelab-1', 'homelab-2'])
  const { context, contexts } = parse(three.text)
  expect(context).toBe('homelab-2')
  expect(Object.keys(contexts)).toEqual(['homelab', 'homelab-1', 'homelab-2'])
  expect(contexts.homelab.crt).toBe(base64(first.client.crt))
})

test('renewing takes the place of the same cluster only', async () => {
  const foreign = await mintForeign('homelab')
  const options = { source, onConflict: 'renew' } as const
  const before = formatTalosconfig(foreign)
  const one = mergeTalosconfig(before, await mint(), options)
  const fresh = await mint()
  const two = mergeTalosconfig(one.text, fresh, options)
  expect([one.name, two.name]).toEqual(['homelab-1', 'homelab-1'])
  const { contexts } = parse(two.text)
  expect(Object.keys(contexts)).toEqual(['homelab', 'homelab-1'])
  expect(contexts['homelab-1'].crt).toBe(base64(fresh.client.crt))
  expect(contexts.homelab).toEqual(parse(before).contexts.homelab)
})

test('overwriting takes the name whoever has it', async () => {
  const foreign = await mintForeign('homelab')
  const context = await mint()
  const { text } = mergeTalosconfig(formatTalosconfig(foreign), context, { source, onConflict: 'overwrite' })
  expect(parse(text)).toEqual(parse(formatTalosconfig(context)))
})

test('comments and keys we do not know survive', async () => {
  const existing =
    '# mine\ncontext: omni\ncontexts:\n    omni: # the old one\n        endpoints: [omni.lan]\n        auth:\n            siderov1:\n                identity: me@lan\nfuture: 1\n'
  const { text } = mergeTalosconfig(existing, await mint(), { source, onConflict: 'renew' })
  expect(text).toContain('# mine\n')
  expect(text).toContain('# the old one\n')
  expect(parse(text).contexts.omni).toEqual(parse(existing).contexts.omni)
  expect(parse(text).future).toBe(1)
})

test.each([
  ['contexts: [', '~/.talos/config cannot be used: line 1: is not valid YAML (BAD_INDENT)'],
  ['- a\n', '~/.talos/config cannot be used: is not a mapping'],
  ['contexts: secret-word\n', '~/.talos/config cannot be used: contexts is not a mapping'],
])('an existing file that is none is refused: %j', async (existing, message) => {
  const context = await mint()
  expect(() => mergeTalosconfig(existing, context, { source, onConflict: 'renew' })).toThrow(message)
})

test('however often contexts are merged, none of another cluster is lost or changed', async () => {
  const [ours, foreign] = [await mint('a'), await mintForeign('a')]
  const step = fc.record({
    name: fc.constantFrom('a', 'b', 'a-1'),
    mine: fc.boolean(),
    onConflict: fc.constantFrom('rename' as const, 'renew' as const),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      let text = ''
      for (const { name, mine, onConflict } of steps) {
        const before = parse(text)?.contexts ?? {}
        const merged = mergeTalosconfig(text, { ...(mine ? ours : foreign), name }, { source, onConflict })
        const after = parse(merged.text).contexts
        expect(parse(merged.text).context).toBe(merged.name)
        const { [merged.name]: added, ...others } = after
        const { [merged.name]: replaced, ...kept } = before
        expect(others).toEqual(kept)
        if (replaced !== undefined) expect(replaced.ca).toBe(added.ca)
        text = merged.text
      }
    }),
    { numRuns: 40 },
  )
})
