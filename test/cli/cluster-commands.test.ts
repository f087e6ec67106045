import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../shared-data.ts'
import { type Run, run } from './run.ts'

let cwd = ''
let made: Run | undefined

const talmox = (...words: readonly string[]) =>
  run(words, { cwd, env: { TALMOX_SIMULATE: 'true', TALMOX_SPEED: '120', HOME: path.join(cwd, 'home') } })

beforeAll(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'talmox-commands-'))
  cpSync(path.join(root, 'examples', 'single-node.yaml'), path.join(cwd, 'cluster.yaml'))
  made = await talmox('up', '--yes', '--json')
})

afterAll(() => rmSync(cwd, { recursive: true, force: true }))

interface Event {
  readonly type: string
  readonly id?: string
  readonly outcome?: string
  readonly actions?: readonly { readonly id: string }[]
}

const secretsIn = (text: string): readonly string[] =>
  [...readFileSync(path.join(cwd, '.talmox', clusterName(), 'secrets.yaml'), 'utf8').matchAll(/: (\S{20,})$/gm)]
    .map(([, secret = '']) => secret)
    .filter((secret) => text.includes(secret))

const clusterName = () => /^name: (\S+)/m.exec(readFileSync(path.join(cwd, 'cluster.yaml'), 'utf8'))?.[1] ?? ''

test('up --json prints one event per line, from the plan to the end, and keeps text for people apart', () => {
  const events = (made?.stdout ?? '')
    .trimEnd()
    .split('\n')
    .map((line): Event => JSON.parse(line))
  expect(made?.code).toBe(0)
  expect(events[0]?.type).toBe('plan')
  expect(events.at(-1)).toMatchObject({ type: 'end', outcome: 'done' })
  const planned = events
    .filter(({ type }) => type === 'plan')
    .flatMap(({ actions = [] }) => actions.map(({ id }) => id))
  const ended = events.filter(({ type }) => type === 'ended').map(({ id }) => id)
  expect(ended.toSorted()).toEqual(planned.toSorted())
  expect(made?.stderr).toContain(`${clusterName()} is up`)
  expect(made?.stderr).toContain('kubeconfig and talosconfig are in talos\n')
  expect(secretsIn(`${made?.stdout}${made?.stderr}`)).toEqual([])
})

test('status says that the cluster is healthy, as text and as JSON', async () => {
  // The pods of add-ons may still be starting when every machine is ready.
  await expect.poll(async () => (await talmox('status')).code).toBe(0)
  const { code, stdout } = await talmox('status')
  expect({ code, head: stdout.split('\n')[0] }).toEqual({ code: 0, head: expect.stringMatching(/ is healthy: https:/) })
  expect(stdout).toMatch(/✓ all \d+ health conditions hold\n✓ all is as the file says\n/)
  const status = JSON.parse((await talmox('status', '--json')).stdout)
  expect(status).toMatchObject({ healthy: true, drift: { actions: 0 }, machines: [{ power: 'running', ready: true }] })
  expect(status.certificates.map(({ name }: { name: string }) => name)).toEqual([
    'Talos authority',
    'Kubernetes authority',
    'Kubernetes aggregator authority',
    'etcd authority',
    'talosconfig',
    'kubeconfig',
  ])
})

test('outputs are for programs: all of them, one machine, one value', async () => {
  const all = JSON.parse((await talmox('outputs', '--json')).stdout)
  const [machine] = all.machines
  expect(machine).toMatchObject({ ip: expect.stringMatching(/^\d+\./), mac: expect.stringMatching(/^..:/) })
  expect(await talmox('outputs', 'endpoint', '--raw')).toMatchObject({ code: 0, stdout: all.endpoint })
  expect(JSON.parse((await talmox('outputs', machine.name, '--json')).stdout)).toEqual(machine)
  expect((await talmox('outputs', `${machine.name}.vmid`)).stdout).toBe(`${machine.vmid}\n`)
  expect(await talmox('outputs', 'endpiont')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('mean endpoint?'),
  })
  expect(await talmox('outputs', '--raw')).toMatchObject({ code: 1, stdout: '' })
})

test('a kubeconfig is printed, written once, and merged into the usual file', async () => {
  expect((await talmox('kubeconfig')).stdout).toContain(`current-context: admin@${clusterName()}`)
  expect((await talmox('kubeconfig', '--out', 'k.yaml', '--ttl', '8h')).code).toBe(0)
  expect(statSync(path.join(cwd, 'k.yaml')).mode & 0o777).toBe(0o600)
  const again = await talmox('kubeconfig', '--out', 'k.yaml')
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('--merge') })
  for (const tool of ['kubeconfig', 'talosconfig']) {
    await talmox(tool, '--merge')
    expect(await talmox(tool, '--merge')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('-1,') })
  }
  const merged = readFileSync(path.join(cwd, 'home', '.kube', 'config'), 'utf8')
  expect(merged.match(/current-context/g)).toHaveLength(1)
  expect(readFileSync(path.join(cwd, 'home', '.talos', 'config'), 'utf8')).toContain(`context: ${clusterName()}\n`)
  expect(await talmox('talosconfig', '--ttl', 'soon')).toMatchObject({ code: 1, stdout: '' })
})

test('history lists the run, draws it as bars and as a picture, and has it as JSON', async () => {
  const { runs } = JSON.parse((await talmox('history', '--json')).stdout)
  expect(runs).toMatchObject([{ command: 'up', outcome: 'done' }])
  const id = runs[0].run.slice(0, 8)
  expect((await talmox('history')).stdout).toMatch(new RegExp(`^RUN .*\n${id} +up `))
  const bars = (await talmox('history', id)).stdout.trimEnd().split('\n')
  expect(bars).toHaveLength(runs[0].stepCount + 1)
  const picture = (await talmox('history', 'last', '--timeline', 'svg')).stdout
  expect(picture.match(/<rect class="(?:done|skipped)"/g)).toHaveLength(runs[0].stepCount)
  expect(await talmox('history', 'zzz')).toMatchObject({ code: 1, stderr: expect.stringContaining('no run begins') })
})

test('status fails for a cluster that is not there, and says what is missing', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'talmox-commands-'))
  cpSync(path.join(root, 'examples', 'single-node.yaml'), path.join(empty, 'cluster.yaml'))
  const { code, stdout } = await run(['status', '--simulate'], { cwd: empty })
  expect(code).toBe(1)
  expect(stdout).toMatch(/is not healthy/)
  expect(stdout).toMatch(/✗ not all machines of the file run with its config: \S+ does not exist/)
  rmSync(empty, { recursive: true })
})
