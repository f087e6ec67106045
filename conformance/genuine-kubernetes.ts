import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createKubernetesClient, type KubernetesClient } from '../src/kubernetes/client/client.ts'
import { type AdminAccess, formatKubeconfig, mintAdminAccess } from '../src/kubernetes/kubeconfig.ts'
import { issueServer } from '../src/talos/certificates/server.ts'
import type { SecretsBundle } from '../src/talos/secrets/bundle.ts'
import { createSecretsBundle } from '../src/talos/secrets/create.ts'
import { realClock, wait } from '../src/world/clock.ts'
import { realDial } from '../src/world/dial.ts'
import { silentLog } from '../src/world/log.ts'
import { createRedaction } from '../src/world/redaction.ts'

/** A genuine control plane on the loopback address: etcd, the API server, the controllers and the scheduler, no nodes. */
export interface GenuineKubernetes {
  readonly access: AdminAccess
  readonly bundle: SecretsBundle
  readonly client: KubernetesClient
  readonly stop: () => Promise<void>
}

const ANY_PORT = 0
const START_MS = 180_000

/** Starts the programs of a folder, those of the genuine Talos cluster by its `build.sh`; without controllers when told. */
export async function startKubernetes(
  programs: string,
  { controllers = true }: { readonly controllers?: boolean } = {},
): Promise<GenuineKubernetes> {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-kubernetes-'))
  const bundle = await createSecretsBundle('v1.12.6', new Date())
  const now = new Date()
  const [clientPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const access = await mintAdminAccess(bundle, { cluster: 'genuine', server: `https://127.0.0.1:${port}`, now })
  const authority = bundle.authorities.k8s
  const server = await issueServer(
    authority,
    { commonName: 'kube-apiserver', hosts: ['127.0.0.1', 'localhost', 'kubernetes'], key: 'p256' },
    now,
  )
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text, { mode: 0o600 })
    return path.join(folder, name)
  }
  const kubeconfig = file('kubeconfig', formatKubeconfig(access))
  const serviceAccountKey = file('service-account.key', bundle.serviceAccountKey)
  mkdirSync(path.join(folder, 'etcd'))
  const running: ChildProcess[] = []
  const start = (program: string, ...args: readonly string[]) => {
    const log = createWriteStream(path.join(folder, `${program}.log`))
    const child = spawn(path.join(programs, program), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout?.pipe(log)
    child.stderr?.pipe(log)
    running.push(child)
  }
  const etcd = `http://127.0.0.1:${clientPort}`
  const peers = `http://127.0.0.1:${peerPort}`
  start(
    'etcd',
    `--data-dir=${path.join(folder, 'etcd')}`,
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
    '--unsafe-no-fsync',
  )
  start(
    'kube-apiserver',
    `--etcd-servers=${etcd}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${port}`,
    `--tls-cert-file=${file('server.crt', server.crt)}`,
    `--tls-private-key-file=${file('server.key', server.key)}`,
    `--client-ca-file=${file('ca.crt', authority.crt)}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${serviceAccountKey}`,
    `--service-account-signing-key-file=${serviceAccountKey}`,
    '--authorization-mode=Node,RBAC',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--endpoint-reconciler-type=none',
    '--anonymous-auth=false',
  )
  const client = createKubernetesClient(
    { servers: [access.server], ca: access.ca, crt: access.client.crt, key: access.client.key },
    { clock: realClock, dial: realDial, log: silentLog, redaction: createRedaction(), random: Math.random },
  )
  const stop = async () => {
    client.close()
    for (const child of running.toReversed()) {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await comesTrue(async () => (await client.open({ method: 'GET', path: '/readyz' })).abandon())
    if (!controllers) return { access, bundle, client, stop }
    start(
      'kube-controller-manager',
      `--kubeconfig=${kubeconfig}`,
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
      '--secure-port=0',
      `--service-account-private-key-file=${serviceAccountKey}`,
    )
    const account = '/api/v1/namespaces/default/serviceaccounts/default'
    await comesTrue(() => client.request({ method: 'GET', path: account }))
  } catch (error) {
    await stop()
    throw error
  }
  return { access, bundle, client, stop }
}

/** Tries until it succeeds. */
async function comesTrue(attempt: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + START_MS
  for (;;) {
    try {
      await attempt()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await wait(realClock, 500)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(ANY_PORT, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return address !== null && typeof address === 'object' ? address.port : 0
}
