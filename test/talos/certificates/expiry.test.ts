import { expect, test } from 'vitest'
import { formatKubeconfig, mergeKubeconfig, mintAdminAccess } from '../../../src/kubernetes/kubeconfig.ts'
import {
  bundleExpiry,
  describeExpiry,
  kubeconfigExpiry,
  talosconfigExpiry,
} from '../../../src/talos/certificates/expiry.ts'
import { formatTalosconfig, mergeTalosconfig, mintTalosContext } from '../../../src/talos/talosconfig.ts'
import { madeAt, testBundle } from '../support/bundle.ts'

const now = madeAt

test('the authorities of a bundle end after ten years', async () => {
  const until = new Date('2036-11-12T12:00:00Z')
  expect(bundleExpiry(await testBundle())).toEqual([
    { name: 'Talos authority', until },
    { name: 'Kubernetes authority', until },
    { name: 'Kubernetes aggregator authority', until },
    { name: 'etcd authority', until },
  ])
})

test('each context of a talosconfig has its own end, contexts without a certificate have none', async () => {
  const bundle = await testBundle()
  const [long, short] = await Promise.all([
    mintTalosContext(bundle, { name: 'long', endpoints: [], now }),
    mintTalosContext(bundle, { name: 'short', endpoints: [], lifetimeHours: 1, now }),
  ])
  const { text } = mergeTalosconfig(formatTalosconfig(long), short, { source: 'x', onConflict: 'renew' })
  expect(talosconfigExpiry(`${text}    omni:\n        endpoints: []\n        crt: AAAA\n`, 'x')).toEqual([
    { name: 'context long', until: new Date('2027-11-15T12:00:00Z') },
    { name: 'context short', until: new Date('2026-11-15T13:00:00Z') },
  ])
})

test('each user of a kubeconfig with a certificate has an end', async () => {
  const access = await mintAdminAccess(await testBundle(), { cluster: 'homelab', server: 'https://x:6443', now })
  const other = 'users:\n- name: token-user\n  user: {token: abc}\n- broken\n'
  const { text } = mergeKubeconfig(other, access, { source: 'x', onConflict: 'renew' })
  const until = new Date('2027-11-15T12:00:00Z')
  expect(kubeconfigExpiry(text, 'x')).toEqual([{ name: 'user admin@homelab', until }])
  expect(kubeconfigExpiry(formatKubeconfig(access), 'x')).toHaveLength(1)
  expect(kubeconfigExpiry('', 'x')).toEqual([])
  expect(talosconfigExpiry('', 'x')).toEqual([])
})

test.each([
  ['2026-11-15T12:00:00Z', 'expired on 2026-11-15'],
  ['2020-01-01T00:00:00Z', 'expired on 2020-01-01'],
  ['2026-11-15T12:00:01Z', 'expires in 1 h'],
  ['2026-11-17T11:00:00Z', 'expires in 47 h'],
  ['2026-12-15T11:59:59Z', 'expires in 29 days, on 2026-12-15'],
])('an end at %s reads: %s', (until, words) => {
  expect(describeExpiry({ name: 'x', until: new Date(until) }, now)).toBe(words)
})
