import { afterAll, expect, test } from 'vitest'
import { openCluster } from '../../../src/talos/api/cluster.ts'
import { fetchPeerCertificate } from '../../../src/talos/api/peer-certificate.ts'
import { fetchVersion } from '../../../src/talos/api/version.ts'
import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { mintTalosContext } from '../../../src/talos/talosconfig.ts'
import { UserError } from '../../../src/user-error.ts'
import { openLab, quickBundle } from './lab.ts'

const [address, other] = ['10.5.0.11', '10.5.0.12'] as const
// An hour passes in a fifth of a second.
const lab = openLab({ speed: 18_000, certificatesEnd: true })
const world = { dial: lab.network.dial, mask: (text: string) => text }
const now = new Date()
const secrets = await quickBundle(now)
const patience = { timeout: 60_000, interval: 50 }
afterAll(() => lab.close())

const YEARS = 365 * 24 * 3_600_000
const ending = await createAuthority('os', new Date(now.getTime() - 10 * YEARS + 6 * 3_600_000))

function start(vmid: number, at: string, os = secrets.authorities.os): void {
  const own = { ...secrets, authorities: { ...secrets.authorities, os } }
  const input = { contract: '1.13', role: 'controlplane', clusterName: 'lab', kubernetesVersion: '1.35.4' } as const
  lab.install(vmid, printDocuments(generate({ ...input, endpoint: `https://${at}:6443`, secrets: own })))
  lab.start(vmid, at, `cp${vmid}`)
}

/** What a machine answers to a client with a certificate that holds so long: its version, or why not. */
async function ask(at: string, lifetimeHours: number, os = secrets.authorities.os): Promise<unknown> {
  const own = { ...secrets, authorities: { ...secrets.authorities, os } }
  const context = await mintTalosContext(own, { name: 'lab', endpoints: [at], now, lifetimeHours })
  const cluster = openCluster({ ...world, ...context })
  try {
    return (await fetchVersion(cluster.node(at), { fresh: true })).tag
  } catch (error) {
    return error instanceof UserError ? error.code : error
  } finally {
    cluster.close()
  }
}

const fingerprint = async (): Promise<string> => {
  const { signal } = new AbortController()
  return (await fetchPeerCertificate(lab.network.dial, { host: address, port: 50000 }, signal)).fingerprint
}

test('a client certificate is refused when it has ended by the time of the machine, and a longer one is not', async () => {
  start(101, address)
  await expect.poll(() => ask(address, 24 * 365), patience).toBe('v1.13.9')
  // It holds for hours by the time of this computer, and soon no more by that of the machine.
  await expect.poll(() => ask(address, 2), patience).toBe('talos-connection-lost')
  expect(await ask(address, 24 * 365)).toBe('v1.13.9')
})

test('a machine renews its own certificate when half of its day is over', async () => {
  const first = await fingerprint()
  await expect.poll(fingerprint, patience).not.toBe(first)
})

test('a machine whose authority has ended believes nobody', async () => {
  start(102, other, ending)
  await expect.poll(() => lab.talos.nodes.get(102)?.state.services.apid?.state, patience).toBe('Running')
  await expect.poll(() => ask(other, 24 * 365, ending), patience).toBe('talos-connection-lost')
})
