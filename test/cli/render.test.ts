import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { homeOf } from '../../src/run/home/home.ts'
import { readDocuments } from '../../src/talos/document/read.ts'
import { textAt } from '../../src/talos/document/value.ts'
import { bundleSecrets } from '../../src/talos/secrets/bundle-secrets.ts'
import { createSecretsBundle } from '../../src/talos/secrets/create.ts'
import { parseSecrets } from '../../src/talos/secrets/read.ts'
import { formatSecrets } from '../../src/talos/secrets/write.ts'
import { sharedData } from '../talos/support/shared-data.ts'
import { emptyFolder, run } from './run.ts'

const cluster = `apiVersion: talmox.dev/v1alpha1
kind: Cluster
name: lab
network: { cidr: 10.0.0.0/24, gateway: 10.0.0.1, vip: 10.0.0.9 }
talos:
  version: v1.12.4
  registries:
    docker.io: { endpoints: [https://mirror.lan], username: puller, password: { env: MIRROR_PASSWORD } }
  patches: [patches/all.yaml]
controlPlane: { count: 1 }
workers:
  general: { count: 1 }
`

const patch = 'machine:\n  sysctls:\n    vm.nr_hugepages: 1024\n'

/** One bundle for all tests, since making its RSA key takes a while; the clock is real, as that of the command is. */
const bundle = createSecretsBundle('v1.12.4', new Date())

function folderWith(text = cluster, patches = patch): string {
  const folder = emptyFolder()
  mkdirSync(path.join(folder, 'patches'))
  writeFileSync(path.join(folder, 'cluster.yaml'), text)
  writeFileSync(path.join(folder, 'patches/all.yaml'), patches)
  return folder
}

describe('talmox render', () => {
  test('prints one machine with its secrets hidden, and says that they are placeholders', async () => {
    const { code, stdout, stderr } = await run(['render', 'lab-general-1'], { cwd: folderWith() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expect(stdout).toMatchFileSnapshot('../golden/cli/render.txt')
  })

  test('says beside each value which patch set it', async () => {
    const { stdout } = await run(['render', 'lab-cp-1', '--origin'], { cwd: folderWith() })
    expect(stdout).toContain('vm.nr_hugepages: "1024" # patches/all.yaml:3\n')
    expect(stdout.match(/ # patches/g)).toHaveLength(1)
    expect(readDocuments(stdout).map((document) => textAt(document, 'kind'))).toContain('Layer2VIPConfig')
  })

  test('hides the secrets of the cluster, and shows them when told to', async () => {
    const cwd = folderWith()
    const secrets = await bundle
    const home = homeOf(path.join(cwd, 'cluster.yaml'), 'lab')
    mkdirSync(home.folder, { recursive: true, mode: 0o700 })
    writeFileSync(home.secrets, formatSecrets(secrets), { mode: 0o600 })
    const hidden = await run(['render'], { cwd })
    for (const secret of bundleSecrets(secrets)) expect(hidden.stdout).not.toContain(secret)
    expect(hidden.stdout).toContain(`id: ${secrets.cluster.id}`)
    expect(hidden.stdout).not.toContain('placeholder')
    const shown = await run(['render', '--show-secrets'], { cwd, env: { MIRROR_PASSWORD: 'hunter2hunter2' } })
    expect(shown.code).toBe(0)
    expect(shown.stdout).toContain(`token: ${secrets.trustdToken}`)
    expect(shown.stdout).toContain('password: hunter2hunter2')
  })

  test('shows no secrets of a cluster that has none', async () => {
    const { code, stdout, stderr } = await run(['render', '--show-secrets'], { cwd: folderWith() })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/error: the cluster has no secrets at .*\.talmox\/lab\/secrets\.yaml to show\n/)
  })

  const genuine = sharedData('goldens/secrets.yaml')

  test.skipIf(genuine === undefined)('takes a bundle that talosctl made as it is', async () => {
    const { code, stdout } = await run(['render', 'lab-cp-1', '--secrets', genuine ?? '', '--show-secrets'], {
      cwd: folderWith(),
      env: { MIRROR_PASSWORD: 'hunter2hunter2' },
    })
    expect(code).toBe(0)
    const text = readFileSync(genuine ?? '', 'utf8')
    const read = parseSecrets(text, { source: 'secrets.yaml', now: new Date() })
    expect(formatSecrets(read)).toBe(text.replace(/^#.*\n/, ''))
    expect(textAt(readDocuments(stdout)[0], 'machine', 'token')).toBe(read.trustdToken)
  })

  test('writes one private file per machine', async () => {
    const cwd = folderWith()
    const secrets = await bundle
    writeFileSync(path.join(cwd, 'mine.yaml'), formatSecrets(secrets))
    const flags = ['--out', 'configs', '--secrets', 'mine.yaml', '--show-secrets']
    const { code, stdout } = await run(['render', ...flags], { cwd, env: { MIRROR_PASSWORD: 'hunter2hunter2' } })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '2 machine configs written to configs\n' })
    expect(readdirSync(path.join(cwd, 'configs'))).toEqual(['lab-cp-1.yaml', 'lab-general-1.yaml'])
    const file = path.join(cwd, 'configs/lab-cp-1.yaml')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(textAt(readDocuments(readFileSync(file, 'utf8'))[0], 'machine', 'token')).toBe(secrets.trustdToken)
  })

  test('keeps to the contract that the cluster was made with', async () => {
    const cwd = folderWith(cluster.replace('v1.12.4', 'v1.13.9'))
    const home = homeOf(path.join(cwd, 'cluster.yaml'), 'lab')
    mkdirSync(home.folder, { recursive: true, mode: 0o700 })
    const facts = {
      clusterId: 'id',
      talosVersion: 'v1.11.5',
      endpoint: 'https://10.0.0.9:6443',
      createdAt: '2026-11-15',
    }
    writeFileSync(home.facts, JSON.stringify({ cluster: 'lab', contract: 'v1.11', ...facts }))
    const { stdout } = await run(['render', 'lab-cp-1'], { cwd })
    expect(stdout).toContain('# lab-cp-1: Talos v1.13.9, contract v1.11\n')
    expect(stdout).toContain('stableHostname: true')
  })

  test('prints nothing that Talos would refuse', async () => {
    const { code, stdout, stderr } = await run(['render'], { cwd: folderWith(cluster, 'machine:\n  sysctl: {}\n') })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('patches/all.yaml:2:3 error')
  })

  test('knows its machines', async () => {
    const { code, stderr } = await run(['render', 'lab-cp-2'], { cwd: folderWith() })
    expect(code).toBe(1)
    expect(stderr).toContain('there is no machine "lab-cp-2"; there are lab-cp-1, lab-general-1\n')
  })
})

describe('talmox validate', () => {
  test('also finds what is wrong with the machine configs', async () => {
    const { code, stderr } = await run(['validate'], {
      cwd: folderWith(cluster, 'machine:\n  nodeTaints:\n    a: Never\n'),
    })
    expect(code).toBe(3)
    expect(stderr).toContain('patches/all.yaml:3:8 error')
  })

  test('says what is wrong with patches and with the file at once', async () => {
    const cwd = folderWith(cluster.replace('count: 1 }\nworkers', 'cores: 0 }\nworkers'), 'machine:\n  sysctl: {}\n')
    const { stderr } = await run(['validate'], { cwd })
    expect(stderr).toMatch(/cluster\.yaml:\d+:\d+ error controlPlane\.cores[\s\S]*patches\/all\.yaml:2:3 error/)
  })
})
