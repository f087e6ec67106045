import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  type AdminAccess,
  formatKubeconfig,
  mergeKubeconfig,
  mintAdminAccess,
} from '../../src/kubernetes/kubeconfig.ts'
import { createAuthority } from '../../src/talos/certificates/authorities.ts'
import { UserError } from '../../src/user-error.ts'
import { madeAt, testBundle } from '../talos/support/bundle.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const now = madeAt
const source = '~/.kube/config'
const server = 'https://10.0.0.10:6443'

const mint = async (): Promise<AdminAccess> => mintAdminAccess(await testBundle(), { cluster: 'homelab', server, now })

async function mintForeign(): Promise<AdminAccess> {
  const bundle = await testBundle()
  const k8s = await createAuthority('k8s', now)
  const foreign = { ...bundle, authorities: { ...bundle.authorities, k8s } }
  return mintAdminAccess(foreign, { cluster: 'homelab', server: 'https://elsewhere:6443', now })
}

/** The names in a kubeconfig and which cluster and user each context joins. */
function shape(text: string) {
  const config = parse(text)
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  return {
    clusters: names(config.clusters),
    users: names(config.users),
    contexts: config.contexts.map(
      ({ name, context }: { name: string; context: { cluster: string; user: string } }) =>
        `${name}: ${context.user} in ${context.cluster}`,
    ),
    current: config['current-context'],
  }
}

test('a kubeconfig has the layout of kubectl', async () => {
  const access = await mint()
  expect(formatKubeconfig(access)).toBe(`apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${base64(access.ca)}
    server: ${server}
  name: homelab
contexts:
- context:
    cluster: homelab
    namespace: default
    user: admin@homelab
  name: admin@homelab
current-context: admin@homelab
kind: Config
users:
- name: admin@homelab
  user:
    client-certificate-data: ${base64(access.client.crt)}
    client-key-data: ${base64(access.client.key)}
`)
})

test('the certificate comes from the Kubernetes authority and lives as long as asked', async () => {
  const bundle = await testBundle()
  const { client, ca } = await mintAdminAccess(bundle, { cluster: 'x', server, lifetimeHours: 12, now })
  const certificate = new X509Certificate(client.crt)
  expect(certificate.verify(new X509Certificate(bundle.authorities.k8s.crt).publicKey)).toBe(true)
  expect(new Date(certificate.validTo)).toEqual(new Date('2026-11-16T00:00:00Z'))
  expect(ca).toBe(bundle.authorities.k8s.crt)
})

test('while an authority is replaced both are trusted', async () => {
  const bundle = await testBundle()
  const { crt } = await createAuthority('k8s', now)
  const { ca } = await mintAdminAccess(bundle, { cluster: 'x', server, acceptedAuthorities: [crt], now })
  expect(ca).toBe(crt + bundle.authorities.k8s.crt)
})

const empties = [
  '',
  '# mine\n',
  'apiVersion: v1\nclusters: null\ncontexts: []\ncurrent-context: ""\nkind: Config\npreferences: {}\nusers: null\n',
]

test.each(empties)('merging into %j is like starting anew', async (existing) => {
  const access = await mint()
  const { text, context } = mergeKubeconfig(existing, access, { source, onConflict: 'rename' })
  expect(context).toBe('admin@homelab')
  expect(parse(text)).toMatchObject(parse(formatKubeconfig(access)))
  expect(text).toContain('contexts:\n- context:\n')
})

test('renewing replaces the three entries of the same cluster in place', async () => {
  const before = formatKubeconfig(await mint())
  const fresh = { ...(await mint()), server: 'https://10.0.0.99:6443' }
  const { text } = mergeKubeconfig(before, fresh, { source, onConflict: 'renew' })
  expect(text).toBe(formatKubeconfig(fresh))
})

test('renewing leaves another cluster of the same name alone, now and the next time', async () => {
  const foreign = formatKubeconfig(await mintForeign())
  const options = { source, onConflict: 'renew' } as const
  const one = mergeKubeconfig(foreign, await mint(), options)
  const fresh = await mint()
  const two = mergeKubeconfig(one.text, fresh, options)
  expect(shape(two.text)).toEqual({
    clusters: ['homelab', 'homelab-1'],
    users: ['admin@homelab', 'admin@homelab-1'],
    contexts: ['admin@homelab: admin@homelab in homelab', 'admin@homelab-1: admin@homelab-1 in homelab-1'],
    current: 'admin@homelab-1',
  })
  expect(parse(two.text).users[0]).toEqual(parse(foreign).users[0])
  expect(parse(two.text).users[1].user['client-certificate-data']).toBe(base64(fresh.client.crt))
})

test('renaming keeps an unchanged cluster and adds a user and context beside it, as talosctl does', async () => {
  const { text } = mergeKubeconfig(formatKubeconfig(await mint()), await mint(), { source, onConflict: 'rename' })
  expect(shape(text)).toEqual({
    clusters: ['homelab'],
    users: ['admin@homelab', 'admin@homelab-1'],
    contexts: ['admin@homelab: admin@homelab in homelab', 'admin@homelab-1: admin@homelab-1 in homelab'],
    current: 'admin@homelab-1',
  })
})

test('renaming steps aside from a changed cluster with all three entries', async () => {
  const { text } = mergeKubeconfig(formatKubeconfig(await mintForeign()), await mint(), {
    source,
    onConflict: 'rename',
  })
  expect(shape(text).contexts).toEqual([
    'admin@homelab: admin@homelab in homelab',
    'admin@homelab-1: admin@homelab-1 in homelab-1',
  ])
})

test('a user of the same name whose cluster is gone is not taken over', async () => {
  const orphan = 'users:\n- name: admin@homelab\n  user:\n    token: abc\n'
  const { text } = mergeKubeconfig(orphan, await mint(), { source, onConflict: 'renew' })
  expect(shape(text).users).toEqual(['admin@homelab', 'admin@homelab-1'])
  expect(parse(text).users[0].user).toEqual({ token: 'abc' })
  expect(parse(text)).toMatchObject({ apiVersion: 'v1', kind: 'Config' })
})

test('overwriting takes the names whoever has them', async () => {
  const access = await mint()
  const { text } = mergeKubeconfig(formatKubeconfig(await mintForeign()), access, { source, onConflict: 'overwrite' })
  expect(text).toBe(formatKubeconfig(access))
})

test('other clusters, comments and preferences survive', async () => {
  const existing = `# work
apiVersion: v1
kind: Config
preferences:
  colors: true
clusters:
  - name: office # do not touch
    cluster: {server: https://office:6443, insecure-skip-tls-verify: true}
users:
  - name: me
    user:
      exec: {apiVersion: client.authentication.k8s.io/v1, command: login}
contexts: []
`
  const { text } = mergeKubeconfig(existing, await mint(), { source, onConflict: 'renew' })
  expect(text).toContain('# work\n')
  expect(text).toContain('name: office # do not touch')
  const [before, after] = [parse(existing), parse(text)]
  expect(after.clusters[0]).toEqual(before.clusters[0])
  expect(after.users[0]).toEqual(before.users[0])
  expect(after.preferences).toEqual({ colors: true })
})

test.each([
  ['users: {}\n', '~/.kube/config cannot be used: users is not a list'],
  ['a: b: c\n', '~/.kube/config cannot be used: line 1: is not valid YAML'],
])('an existing file that is none is refused: %j', async (existing, message) => {
  const access = await mint()
  expect(() => mergeKubeconfig(existing, access, { source, onConflict: 'renew' })).toThrow(message)
})

test.each([
  'clusters:\n- &one\n  name: homelab\n  cluster: {}\nextra: *one\n',
  'extra: &one {name: homelab, cluster: {}}\nclusters:\n- *one\n',
])('an alias is refused, since what it stands for may be replaced: %j', async (existing) => {
  const access = await mint()
  const merge = () => mergeKubeconfig(existing, access, { source, onConflict: 'overwrite' })
  expect(merge).toThrow(UserError)
  expect(merge).toThrow(/^~\/\.kube\/config cannot be used: line \d: is an alias/)
})
