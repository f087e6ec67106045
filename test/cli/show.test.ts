import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { columns } from '../../src/spec/visible-text.ts'
import { root } from '../shared-data.ts'
import { emptyFolder, run } from './run.ts'

const capacity = `apiVersion: talmox.dev/v1alpha1
kind: Cluster
name: lab
proxmox:
  hosts:
    pve1: { cpu: 4, memory: 34GiB }
    pve2: { cpu: 16, memory: 128GiB }
    pve3: { cpu: 16, memory: 26GiB }
network: { cidr: 10.0.0.0/24, gateway: 10.0.0.1, vip: 10.0.0.9 }
talos: { version: v1.12.4 }
controlPlane: { count: 3 }
workers:
  general: { count: 2 }
`

function folderWith(text: string): string {
  const folder = emptyFolder()
  writeFileSync(path.join(folder, 'cluster.yaml'), text)
  return folder
}

const examples = path.join(root, 'examples')
const exampleFiles = readdirSync(examples).filter((name) => name.endsWith('.yaml'))

const homelab = ['-f', 'homelab.yaml']

describe('talmox show', () => {
  test('shows an ISO under the name that it has on the storage, with its schematic', async () => {
    const cwd = folderWith(`${capacity}image: { mode: iso }\n`)
    const { stdout } = await run(['show', 'lab-cp-1'], { cwd })
    expect(stdout).toMatch(/ide2:? +local:iso\/talos-v1\.12\.4-amd64-[0-9a-f]{16}\.iso,media=cdrom/)
  })

  test('shows everything to a reader that is not a terminal', async () => {
    const { code, stdout, stderr } = await run(['show', ...homelab])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expect(stdout).toMatchFileSnapshot('../golden/cli/show.txt')
  })

  test.each([80, 120])('fits a terminal of %i columns', async (terminal) => {
    const { stdout } = await run(['show', ...homelab, '--color', 'never'], { terminal })
    expect(Math.max(...stdout.split('\n').map(columns))).toBeLessThanOrEqual(terminal)
    await expect(stdout).toMatchFileSnapshot(`../golden/cli/show-${terminal}.txt`)
  })

  test('shows how full the hosts are where the file says what they have', async () => {
    const { stdout } = await run(['show'], { cwd: folderWith(capacity), terminal: 80, env: { NO_COLOR: '1' } })
    expect(Math.max(...stdout.split('\n').map(columns))).toBeLessThanOrEqual(80)
    await expect(stdout).toMatchFileSnapshot('../golden/cli/show-capacity.txt')
  })

  test('colours a host that is nearly full', async () => {
    const { stdout } = await run(['show', '--color', 'always'], { cwd: folderWith(capacity) })
    expect(stdout).toContain('\u001b[31m')
  })

  test('says that machines are not placed while no host is known', async () => {
    const text = capacity.replace(/proxmox:\n(.*\n){4}/, '')
    const { stdout } = await run(['show'], { cwd: folderWith(text) })
    expect(stdout).toMatch(/lab-cp-1 .* not placed /)
    expect(stdout).toContain('Machines are placed once hosts are known')
  })

  test('shows the devices that machines take, where any does', async () => {
    const { stdout } = await run(['show', '-f', 'gpu-and-cilium.yaml'], { cwd: examples })
    expect(stdout).toMatch(/^NAME .* DEVICES$/m)
    expect(stdout).toMatch(/^k8s-worker4 .* rtx5070ti$/m)
    expect((await run(['show', ...homelab])).stdout).not.toContain('DEVICES')
  })

  test('says nothing of limits that are what the file declares', async () => {
    const text = capacity.replace(
      'controlPlane:',
      'placement: { cpuOvercommit: 1, reserve: { memory: 0 } }\ncontrolPlane:',
    )
    expect((await run(['show'], { cwd: folderWith(text) })).stdout).not.toContain('Limits:')
    const reserved = capacity.replace('controlPlane:', 'placement: { reserve: { cpu: 2 } }\ncontrolPlane:')
    expect((await run(['show', '--color', 'never'], { cwd: folderWith(reserved), terminal: 120 })).stdout).toContain(
      'Limits: threads × 4, 2 CPU kept free, 2GiB of memory kept free (placement in the cluster file).',
    )
  })

  test('shows problems instead of a cluster that cannot be', async () => {
    const { code, stdout, stderr } = await run(['show'], { cwd: folderWith('kind: Cluster\n') })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('required, but missing')
  })

  test('mentions warnings without repeating them', async () => {
    const cwd = folderWith(capacity.replace('count: 3', 'count: 2'))
    const { code, stderr } = await run(['show'], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 warning: talmox validate says more\n' })
  })

  test('prints the whole cluster as JSON, without origins', async () => {
    const { stdout } = await run(['show', '--json', ...homelab])
    const shown = JSON.parse(stdout)
    expect(shown).toMatchObject({ name: 'homelab', talos: { version: 'v1.12.4' }, placement: { usage: [{}, {}, {}] } })
    expect(shown.machines).toHaveLength(6)
    expect(shown.machines[0]).toMatchObject({ name: 'homelab-cp-1', vmid: 2000, vm: { memory: 8 * 2 ** 30 } })
    expect(shown.machines[0]).not.toHaveProperty('origins')
  })
})

describe('talmox show hides', () => {
  const inline =
    '{ machine: { token: abcdef.0123456789abcdef, env: { https_proxy: "http://me:Hunter2Proxy@proxy.lan" } } }'
  const secretive = `${capacity.replace('controlPlane: { count: 3 }\n', '')}
controlPlane:
  count: 3
  vm: { raw: { cipassword: Hunter2Raw } }
  talos: { kernelArgs: ["foo.password=Hunter2,Hunter2Args"], patches: [${inline}] }
  kubernetes: { annotations: { password: correct Hunter2Anno } }
kubernetes: { extraArgs: { apiServer: { oidc-client-secret: Hunter2Oidc } } }
`
  const secrets = /Hunter2|0123456789abcdef/

  test.each([
    ['in the text of a machine', ['show', 'lab-cp-1']],
    ['in the JSON of a machine', ['show', 'lab-cp-1', '--json', '--origin']],
    ['in the JSON of a cluster', ['show', '--json']],
  ])('secrets %s', async (_, words) => {
    const cwd = folderWith(secretive)
    const { code, stdout } = await run(words, { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('•••')
    expect(stdout).not.toMatch(secrets)
    const { stdout: open } = await run([...words, '--show-secrets'], { cwd })
    expect(open).toMatch(secrets)
    expect(open).not.toContain('•')
  })

  test('nothing where there is no secret', async () => {
    const words = ['show', '--json', '--origin', ...homelab]
    expect((await run(words)).stdout).toBe((await run([...words, '--show-secrets'])).stdout)
  })
})

describe('talmox show NODE', () => {
  test('shows one machine in full', async () => {
    const { code, stdout } = await run(['show', 'homelab-general-1', ...homelab], {
      terminal: 80,
      env: { NO_COLOR: '1' },
    })
    expect(code).toBe(0)
    await expect(stdout).toMatchFileSnapshot('../golden/cli/show-node.txt')
  })

  test('says of a control plane whether pods run on it', async () => {
    const single = await run(['show', 'solo-cp-1', '-f', 'single-node.yaml'], { cwd: examples })
    expect(single.stdout).toMatch(/^ {2}pods +run here$/m)
    const homelabPlane = await run(['show', 'homelab-cp-1', ...homelab])
    expect(homelabPlane.stdout).toMatch(/^ {2}pods +run here only when they tolerate control planes$/m)
  })

  test('shows the routes of each NIC', async () => {
    const routes = '[{ network: 10.8.0.0/16, gateway: 10.0.0.254, metric: 2048 }, { network: 10.9.0.0/16 }]'
    const cwd = folderWith(capacity.replace('gateway: 10.0.0.1', `gateway: 10.0.0.1, routes: ${routes}`))
    const { stdout } = await run(['show', 'lab-cp-1', '--origin'], { cwd })
    expect(stdout).toMatch(/^ {2}net0 routes +10\.8\.0\.0\/16 via 10\.0\.0\.254 metric 2048, 10\.9\.0\.0\/16/m)
  })

  test('shows where each value comes from', async () => {
    const { stdout } = await run(['show', 'homelab-general-1', '--origin', ...homelab], {
      terminal: 80,
      env: { NO_COLOR: '1' },
    })
    await expect(stdout).toMatchFileSnapshot('../golden/cli/show-node-origin.txt')
  })

  test.each(exampleFiles)('leaves no value of a machine of %s without an origin', async (file) => {
    const { machines } = JSON.parse((await run(['show', '--json', '-f', file], { cwd: examples })).stdout)
    for (const { name } of machines) {
      const { stdout } = await run(['show', name, '--origin', '-f', file], { cwd: examples })
      const lines = stdout.split('\n').filter((line) => line.startsWith('  '))
      const without = lines.filter((line, index) => !line.includes('←') && !lines[index + 1]?.includes('←'))
      expect(without).toEqual([])
    }
  })

  test('prints the machine as JSON, with origins when asked', async () => {
    const { stdout } = await run(['show', 'homelab-cp-1', '--json', '--origin', ...homelab])
    const { name, origins } = JSON.parse(stdout)
    expect(name).toBe('homelab-cp-1')
    expect(origins['vm.cores']).toEqual({
      from: 'file',
      path: 'controlPlane.cores',
      file: 'homelab.yaml',
      line: 28,
      column: 34,
    })
    expect(origins['vm.bios']).toEqual({ from: 'built-in' })
    expect(origins.host).toMatchObject({ from: 'derived' })
    expect(origins.vmid).toMatchObject({ from: 'derived', path: 'controlPlane.vmids', file: 'homelab.yaml', line: 28 })
  })

  test('names the machine that was probably meant, and all of them', async () => {
    expect(await run(['show', 'homelab-cp1', ...homelab])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: there is no machine "homelab-cp1"; there are homelab-cp-1, .*\nhint: did you mean homelab-cp-1\?\n$/,
      ),
    })
  })

  test('is what --origin wants', async () => {
    expect(await run(['show', '--origin', ...homelab])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: --origin needs the name of a machine, or --json\nhint: talmox show homelab-cp-1 --origin -f homelab.yaml\n',
    })
  })
})
