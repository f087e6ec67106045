import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { formatKubeconfig } from '../src/kubernetes/kubeconfig.ts'
import { wait } from '../src/world/clock.ts'
import { serveOnLoopback } from '../test/sim/kubernetes/loopback.ts'
import { bringUp } from '../test/sim/kubernetes/small-cluster.ts'

// A simulated cluster of one control plane and two workers, and the genuine kubectl; the tests are steps of one story.
const cluster = await serveOnLoopback({ speed: 5 })
bringUp(cluster.api)
const folder = mkdtempSync(path.join(tmpdir(), 'talmox-kubectl-'))
const kubeconfig = path.join(folder, 'kubeconfig')
writeFileSync(kubeconfig, formatKubeconfig(cluster.access), { mode: 0o600 })
afterAll(() => {
  cluster.close()
  rmSync(folder, { recursive: true })
})

interface Result {
  readonly status: number | null
  readonly output: string
  readonly errors: string
}

const environment = { ...process.env, KUBECONFIG: kubeconfig, HOME: folder }

/** Runs kubectl beside this process, which has to answer it meanwhile. */
async function kubectl(input: string, ...args: readonly string[]): Promise<Result> {
  const child = spawn('kubectl', args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  child.stdin.end(input)
  const [status] = await once(child, 'close')
  return { status: typeof status === 'number' ? status : null, output, errors }
}

const run = (...args: readonly string[]) => kubectl('', ...args)

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return
    await wait(cluster.api.clock, 1000)
  }
  throw new Error('it never came true')
}

const WEB = `
apiVersion: v1
kind: Namespace
metadata: { name: demo }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: demo }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'example.invalid/web:1' }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web, namespace: demo }
spec: { minAvailable: 2, selector: { matchLabels: { app: web } } }
`

test('there is a kubectl', () => {
  expect(spawnSync('kubectl', ['version', '--client']).status).toBe(0)
})

test('get nodes -o wide shows nodes that become ready with the network that Talos brings', async () => {
  await until(async () => !(await run('get', 'nodes')).output.includes('NotReady'))
  const lines = (await run('get', 'nodes', '-o', 'wide')).output.trimEnd().split('\n')
  expect(lines.map((line) => line.split(/ {2,}/).toSpliced(3, 1).join(' | '))).toEqual([
    'NAME | STATUS | ROLES | VERSION | INTERNAL-IP | EXTERNAL-IP | OS-IMAGE | KERNEL-VERSION | CONTAINER-RUNTIME',
    'cp1 | Ready | control-plane | v1.35.4 | 10.5.0.11 | <none> | Talos (v1.12.6) | 6.18.5-talos | containerd://2.1.6',
    'w1 | Ready | <none> | v1.35.4 | 10.5.0.21 | <none> | Talos (v1.12.6) | 6.18.5-talos | containerd://2.1.6',
    'w2 | Ready | <none> | v1.35.4 | 10.5.0.22 | <none> | Talos (v1.12.6) | 6.18.5-talos | containerd://2.1.6',
  ])
})

test('get pods -A shows what runs', async () => {
  await until(async () => !/ContainerCreating|Pending/.test((await run('get', 'pods', '-A')).output))
  const { output } = await run('get', 'pods', '-A', '--no-headers')
  const names = output
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ +/)[1]?.replace(/(-[0-9a-f]{10})?-[a-z0-9]{5}$/, ''))
  expect(names).toEqual([
    'coredns',
    'coredns',
    'kube-apiserver-cp1',
    'kube-controller-manager-cp1',
    'kube-flannel',
    'kube-flannel',
    'kube-flannel',
    'kube-proxy',
    'kube-proxy',
    'kube-proxy',
    'kube-scheduler-cp1',
  ])
})

test('apply --server-side creates, and says who owns a field that is taken', async () => {
  expect(await kubectl(WEB, 'apply', '--server-side', '-f', '-')).toMatchObject({
    status: 0,
    output:
      'namespace/demo serverside-applied\ndeployment.apps/web serverside-applied\npoddisruptionbudget.policy/web serverside-applied\n',
  })
  const changed = WEB.replace('replicas: 2', 'replicas: 3')
  const refused = await kubectl(changed, 'apply', '--server-side', '--field-manager=other', '-f', '-')
  expect(refused.status).toBe(1)
  expect(refused.errors).toContain('Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas')
  expect(await kubectl(WEB.replace('replicas', 'replica'), 'apply', '--server-side', '-f', '-')).toMatchObject({
    status: 1,
  })
})

test('client-side apply, create, patch, scale, label and delete work too', async () => {
  const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: plain, namespace: demo }\ndata: { a: "1" }\n'
  expect((await kubectl(manifest, 'apply', '-f', '-')).output).toBe('configmap/plain created\n')
  expect((await kubectl(manifest.replace('"1"', '"2"'), 'apply', '-f', '-')).output).toBe(
    'configmap/plain configured\n',
  )
  expect((await kubectl(manifest.replace('"1"', '"2"'), 'apply', '-f', '-')).output).toBe('configmap/plain unchanged\n')
  expect((await run('create', 'namespace', 'other')).output).toBe('namespace/other created\n')
  expect((await run('-n', 'demo', 'label', 'configmap', 'plain', 'x=y')).output).toBe('configmap/plain labeled\n')
  expect((await run('-n', 'demo', 'patch', 'configmap', 'plain', '-p', '{"data":{"b":"3"}}')).output).toBe(
    'configmap/plain patched\n',
  )
  expect((await run('-n', 'demo', 'get', 'configmap', 'plain', '-o', 'jsonpath={.data}')).output).toBe(
    '{"a":"2","b":"3"}',
  )
  expect((await run('delete', 'namespace', 'other')).output).toBe('namespace "other" deleted\n')
})

test('get --watch follows', async () => {
  const child = spawn('kubectl', ['-n', 'demo', 'get', 'configmaps', '--watch', '-o', 'name'], { env: environment })
  let seen = ''
  child.stdout.on('data', (chunk) => {
    seen += chunk
  })
  await until(async () => seen.includes('configmap/plain'))
  await run('-n', 'demo', 'create', 'configmap', 'watched')
  await until(async () => seen.includes('configmap/watched'))
  child.kill()
  await once(child, 'close')
})

test('explain knows types, api-resources the resources', async () => {
  const explained = (await run('explain', 'deployment.spec.template.spec.containers.ports')).output
  expect(explained).toContain('FIELD: ports <[]ContainerPort>')
  expect(explained).toContain('containerPort\t<integer> -required-')
  const { output } = await run('api-resources', '--no-headers', '-o', 'name')
  expect(output.split('\n')).toEqual(
    expect.arrayContaining(['nodes', 'deployments.apps', 'leases.coordination.k8s.io']),
  )
})

test('drain respects budgets, and goes through when they let it', async () => {
  await until(
    async () =>
      (await run('-n', 'demo', 'get', 'deployment', 'web', '-o', 'jsonpath={.status.readyReplicas}')).output === '2',
  )
  const held = await run('drain', 'w1', 'w2', '--ignore-daemonsets', '--timeout=3s')
  expect(held.status).toBe(1)
  expect(held.errors).toContain("Cannot evict pod as it would violate the pod's disruption budget.")
  await run('uncordon', 'w2')
  await run('-n', 'demo', 'patch', 'pdb', 'web', '--type=merge', '-p', '{"spec":{"minAvailable":1}}')
  const drained = await run('drain', 'w1', '--ignore-daemonsets', '--timeout=90s')
  expect(drained.output).toContain('node/w1 drained')
  expect((await run('get', 'node', 'w1')).output).toContain('Ready,SchedulingDisabled')
})

test('describe node tells conditions, pods and lease', async () => {
  const { output, status } = await run('describe', 'node', 'w1')
  expect(status).toBe(0)
  expect(output).toContain('KubeletReady')
  expect(output).toContain('HolderIdentity:  w1')
  expect(output).toMatch(/kube-flannel-[a-z0-9]{5}/)
})

test('auth can-i answers, and logs are refused politely', async () => {
  expect((await run('auth', 'can-i', 'delete', 'nodes')).output).toContain('yes')
  const refused = await run('-n', 'kube-system', 'logs', 'kube-apiserver-cp1')
  expect(refused.errors).toContain('the containers of simulated pods write no logs')
})
