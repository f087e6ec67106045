import { spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { requestServingCertificate } from '../sim/kubernetes/nodes/node-certificates.ts'
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

test('labels, annotations and taints of a node come and go', async () => {
  expect((await run('label', 'node', 'w2', 'disk=fast')).output).toBe('node/w2 labeled\n')
  expect((await run('annotate', 'node', 'w2', 'example.com/note=here')).output).toBe('node/w2 annotated\n')
  expect((await run('taint', 'node', 'w2', 'only=web:NoSchedule')).output).toBe('node/w2 tainted\n')
  expect((await run('get', 'nodes', '-l', 'disk=fast', '-o', 'jsonpath={.items[*].spec.taints[*].key}')).output).toBe(
    'only',
  )
  expect((await run('taint', 'node', 'w2', 'only-')).output).toBe('node/w2 untainted\n')
  expect((await run('label', 'node', 'w2', 'disk-')).output).toBe('node/w2 unlabeled\n')
  await run('uncordon', 'w1')
})

const WIDGETS = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Widget, plural: widgets, singular: widget }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          description: A thing that is made.
          properties:
            spec:
              type: object
              description: How it should be.
              required: [size]
              properties:
                size: { type: integer, description: In millimetres. }
                parts: { type: array, items: { type: object, properties: { name: { type: string } } } }
`

test('wait follows a condition, and explain knows what a definition says of its own resource', async () => {
  await kubectl(WIDGETS, 'apply', '-f', '-')
  const waited = await run('wait', '--for=condition=Established', 'crd/widgets.example.com', '--timeout=30s')
  expect(waited.output).toBe('customresourcedefinition.apiextensions.k8s.io/widgets.example.com condition met\n')
  expect((await run('explain', 'widget')).output).toContain('A thing that is made.')
  expect((await run('explain', 'widget.spec.size')).output).toContain('In millimetres.')
  expect((await run('explain', 'widget.spec', '--recursive')).output).toMatch(
    /parts\t<\[\]Object>\n {4}name\t<string>\n {2}size\t<integer> -required-/,
  )
  expect((await run('explain', 'pod.spec.affinity', '--recursive')).output).toContain(
    'preferredDuringSchedulingIgnoredDuringExecution',
  )
  const never = await run('wait', '--for=condition=Nothing', 'crd/widgets.example.com', '--timeout=1s')
  expect(never).toMatchObject({ status: 1 })
})

test('diff tells what apply would change, and changes nothing', async () => {
  const [, deployment = ''] = WEB.split('---\n')
  const { output, status } = await kubectl(deployment.replace('web:1', 'web:2'), 'diff', '--server-side', '-f', '-')
  expect(status).toBe(1)
  expect(output).toContain('-      - image: example.invalid/web:1\n+      - image: example.invalid/web:2\n')
  expect(await kubectl(deployment, 'diff', '--server-side', '-f', '-')).toMatchObject({ status: 0, output: '' })
})

test('a new image rolls out, and rollout status follows it to its end', async () => {
  await run('-n', 'demo', 'set', 'image', 'deployment/web', 'web=example.invalid/web:2')
  const { output, status } = await run('-n', 'demo', 'rollout', 'status', 'deployment/web', '--timeout=120s')
  expect(status).toBe(0)
  expect(output).toContain('deployment "web" successfully rolled out')
  expect((await run('-n', 'kube-system', 'rollout', 'status', 'daemonset/kube-proxy')).output).toContain(
    'daemon set "kube-proxy" successfully rolled out',
  )
})

test('delete waits until what is deleted is gone', async () => {
  const { output, status } = await run('-n', 'demo', 'delete', 'deployment', 'web', '--wait', '--timeout=120s')
  expect(status).toBe(0)
  expect(output).toContain('deployment.apps "web" deleted')
  expect((await run('-n', 'demo', 'get', 'deployment', 'web')).errors).toContain('deployments.apps "web" not found')
})

test('api-versions and api-resources list what is served', async () => {
  const versions = (await run('api-versions')).output.trimEnd().split('\n')
  expect(versions).toEqual(expect.arrayContaining(['v1', 'apps/v1', 'example.com/v1', 'policy/v1']))
  const listed = await run('api-resources', '--api-group=example.com', '--no-headers', '-o', 'wide')
  expect(listed.output).toMatch(/^widgets +example\.com\/v1 +true +Widget +delete,deletecollection,get,list/)
})

test('a certificate that a kubelet asks for is signed once it is approved', async () => {
  requestServingCertificate(cluster.api, 'w1')
  const name = (await run('get', 'csr', '-o', 'name')).output.trim().replace(/^.*\//, '')
  expect((await run('get', 'csr', '--no-headers')).output).toMatch(/kubelet-serving +system:node:w1 +<none> +Pending/)
  expect((await run('certificate', 'approve', name)).output).toContain(`${name} approved`)
  await until(async () => (await run('get', 'csr', '--no-headers')).output.includes('Approved,Issued'))
  const encoded = (await run('get', 'csr', name, '-o', 'jsonpath={.status.certificate}')).output
  const certificate = new X509Certificate(Buffer.from(encoded, 'base64'))
  expect(certificate.verify(new X509Certificate(cluster.bundle.authorities.k8s.crt).publicKey)).toBe(true)
  expect(certificate.subjectAltName).toContain('IP Address:10.5.0.21')
})

test('auth can-i answers by role: an administrator may everything, a reader may look', async () => {
  expect((await run('auth', 'can-i', 'delete', 'nodes')).output).toContain('yes')
  await run('create', 'clusterrolebinding', 'readers', '--clusterrole=view', '--group=readers')
  const reader = ['--as=bob', '--as-group=readers']
  expect((await run('auth', 'can-i', 'list', 'pods', '-n', 'demo', ...reader)).output).toBe('yes\n')
  expect(await run('auth', 'can-i', 'delete', 'pods', '-n', 'demo', ...reader)).toMatchObject({
    status: 1,
    output: 'no\n',
  })
  const rights = (await run('auth', 'can-i', '--list', '-n', 'demo', ...reader)).output
  expect(rights).toMatch(/^pods +\[\] +\[\] +\[get list watch\]$/m)
  expect((await run('auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}', ...reader)).output).toBe('bob')
  expect((await run('-n', 'demo', 'get', 'secrets', ...reader)).errors).toContain(
    'secrets is forbidden: User "bob" cannot list resource "secrets" in API group "" in the namespace "demo"',
  )
})

/** kubectl that has no certificate, and logs in with a token. */
const withToken = (token: string, ...args: readonly string[]) => {
  const authority = path.join(folder, 'ca.crt')
  writeFileSync(authority, cluster.bundle.authorities.k8s.crt)
  const server = `--server=https://127.0.0.1:${cluster.port}`
  return run('--kubeconfig=/dev/null', server, `--certificate-authority=${authority}`, `--token=${token}`, ...args)
}

test('create token gives a token that the API knows its account by', async () => {
  await run('-n', 'demo', 'create', 'serviceaccount', 'robot')
  const created = await run('-n', 'demo', 'create', 'token', 'robot', '--duration=20m')
  expect(created).toMatchObject({ status: 0, errors: '' })
  const token = created.output.trim()
  const name = 'system:serviceaccount:demo:robot'
  expect((await withToken(token, 'auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}')).output).toBe(name)
  expect((await withToken(token, '-n', 'demo', 'get', 'pods')).errors).toContain(
    `User "${name}" cannot list resource "pods"`,
  )
  await run('-n', 'demo', 'create', 'rolebinding', 'robots', '--clusterrole=view', '--serviceaccount=demo:robot')
  expect(await withToken(token, '-n', 'demo', 'get', 'configmaps', '-o', 'name')).toMatchObject({ status: 0 })
  expect((await withToken(token, '-n', 'default', 'get', 'pods')).status).toBe(1)
  const elsewhere = (await run('-n', 'demo', 'create', 'token', 'robot', '--audience=vault')).output.trim()
  expect((await withToken(elsewhere, 'get', 'nodes')).errors).toContain('You must be logged in to the server')
  expect((await run('-n', 'demo', 'create', 'token', 'robot', '--duration=1m')).errors).toContain(
    'may not specify a duration less than 10 minutes',
  )
  await run('-n', 'demo', 'delete', 'serviceaccount', 'robot')
  expect((await withToken(token, '-n', 'demo', 'get', 'configmaps')).errors).toContain('You must be logged in')
})

test('get servicecidrs and ipaddresses show the range of services, and who has which address', async () => {
  expect((await run('get', 'servicecidrs', '--no-headers')).output).toMatch(/^kubernetes +10\.96\.0\.0\/12 +\S+\n$/)
  expect((await run('wait', '--for=condition=Ready', 'servicecidr/kubernetes', '--timeout=30s')).status).toBe(0)
  const { output } = await run('get', 'ipaddresses')
  expect(
    output
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/).join(' ')),
  ).toEqual(['NAME PARENTREF', '10.96.0.1 services/default/kubernetes', '10.96.0.10 services/kube-system/kube-dns'])
  await run('create', 'service', 'clusterip', 'named', '--tcp=80', '--clusterip=10.96.0.77')
  expect((await run('get', 'ip', '10.96.0.77', '-o', 'jsonpath={.spec.parentRef.name}')).output).toBe('named')
  await run('delete', 'service', 'named')
  expect((await run('get', 'ip', '10.96.0.77')).errors).toContain(
    'ipaddresses.networking.k8s.io "10.96.0.77" not found',
  )
})

test('what needs containers or metrics is refused politely', async () => {
  const logs = await run('-n', 'kube-system', 'logs', 'kube-apiserver-cp1')
  expect(logs.errors).toContain('the containers of simulated pods write no logs')
  expect((await run('top', 'nodes')).errors).toContain('Metrics API not available')
})

const METRICS = `
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1beta1.metrics.k8s.io }
spec:
  group: metrics.k8s.io
  version: v1beta1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: { name: metrics-server, namespace: kube-system }
`

test('an aggregated API that does not answer is told, and everything else goes on', async () => {
  await kubectl(METRICS, 'apply', '-f', '-')
  await until(async () => (await run('get', 'apiservice', '--no-headers')).output.includes('False (ServiceNotFound)'))
  const listed = await run('api-resources', '-o', 'name')
  expect(listed.output).toContain('deployments.apps')
  const raw = await run('get', '--raw', '/apis/metrics.k8s.io/v1beta1')
  expect(raw.errors).toContain('the server is currently unable to handle the request')
  expect((await run('get', 'nodes')).status).toBe(0)
  await run('delete', 'apiservice', 'v1beta1.metrics.k8s.io')
})
