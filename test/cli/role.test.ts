import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { realListen } from '../../src/world/listen.ts'
import { dialInto, webOf } from '../doctor/simulated.ts'
import { example, worldFor } from '../proxmox/permissions/world-for.ts'
import { root } from '../shared-data.ts'
import { type Running, withWorld } from '../sim/harness.ts'
import { emptyFolder, run } from './run.ts'

const homelab = path.join(root, 'examples/homelab.yaml')
const golden = (name: string) => path.join(root, 'test/golden/role', name)
const lines = async (...args: string[]) =>
  (await run(['role', '-f', 'examples/homelab.yaml', ...args], { cwd: root })).stdout

describe('talmox role', () => {
  test('shows the roles of a cluster file, where they are given, and what each privilege is for', async () => {
    await expect(await lines('--pve', '9')).toMatchFileSnapshot(golden('homelab.txt'))
  })

  test('prints a script that gives them', async () => {
    await expect(await lines('--pve', '9', '--script')).toMatchFileSnapshot(golden('homelab.sh'))
  })

  test('wants the monitor of machines on release 8, where 9 has a right for the guest agent alone', async () => {
    const file = 'examples/gpu-and-cilium.yaml'
    const on = async (pve: string) => (await run(['role', '-f', file, '--pve', pve], { cwd: root })).stdout
    expect(await on('8')).toContain('VM.Monitor')
    expect(await on('8')).not.toContain('GuestAgent')
    expect(await on('9')).toContain('VM.GuestAgent.Audit')
    expect(await on('9')).not.toContain('VM.Monitor')
  })

  test('says that it could not ask, and why, and takes release 9', async () => {
    const { code, stdout, stderr } = await run(['role', '-f', 'examples/homelab.yaml'], { cwd: root })
    expect(code).toBe(0)
    expect(stderr).toBe(
      'note: Proxmox was not asked (the API token: the environment variable PROXMOX_VE_API_TOKEN is not set); this is for release 9\n',
    )
    expect(stdout).toContain('on Proxmox VE 9:')
  })

  test('adds what removing images needs when asked to', async () => {
    expect(await lines('--pve', '9')).not.toMatch(/Datastore\.Allocate$/m)
    expect(await lines('--pve', '9', '--prune')).toMatch(/Datastore\.Allocate +remove old Talos images/)
    // Any VM may refer to an image, also one outside the pool of the cluster.
    expect(await lines('--pve', '9', '--prune')).toMatch(/VM\.Audit +.*remove old Talos images/)
  })

  test('refuses what is no user and no name of a token', async () => {
    expect(await run(['role', '-f', homelab, '--pve', '9', '--user', "x'; reboot #"])).toMatchObject({
      code: 1,
      stdout: '',
    })
    expect(await run(['role', '-f', homelab, '--pve', '9', '--token-name', '1'])).toMatchObject({ code: 1, stdout: '' })
  })

  test('ends with 3 for a file with errors', async () => {
    const cwd = emptyFolder()
    writeFileSync(path.join(cwd, 'cluster.yaml'), 'kind: Kluster\n')
    expect(await run(['role'], { cwd })).toMatchObject({ code: 3, stdout: '' })
  })
})

const ROOT = { 'full-tokenid': 'root@pam!main', secret: '00000000-0000-4000-8000-000000000001', privsep: 0 } as const

/** Does on a simulated Proxmox what `pveum` does on a genuine one; tells the secret of the token that was made. */
async function carryOut({ data }: Running, commands: readonly (readonly string[])[]): Promise<string> {
  let secret = ''
  const as = 'root@pam!main'
  for (const words of commands) {
    const options = words.findIndex((word) => word.startsWith('--'))
    const [named, rest] = [words.slice(0, options), words.slice(options)]
    const form = Object.fromEntries(
      rest.flatMap((word, at) => (at % 2 === 0 ? [[word.slice(2), rest[at + 1] ?? '']] : [])),
    )
    const [kind, verb, first = '', second = '', third = ''] = named
    if (kind === 'role') await data('POST', '/access/roles', { as, form: { roleid: first, ...form } })
    else if (kind === 'acl') await data('PUT', '/access/acl', { as, form: { path: first, ...form } })
    else if (verb === 'add') await data('POST', '/access/users', { as, form: { userid: first, ...form } })
    else {
      const made = await data('POST', `/access/users/${second}/token/${third}`, { as, form })
      secret = JSON.parse(JSON.stringify(made)).value
    }
  }
  return secret
}

describe.skipIf(process.platform === 'win32')('the script', () => {
  /** Runs it with a `pveum` that writes down what it is told and lists what it is given. */
  function pveum(script: string, existing: string): readonly string[] {
    const folder = emptyFolder()
    const log = path.join(folder, 'log')
    mkdirSync(path.join(folder, 'bin'))
    const stub = path.join(folder, 'bin/pveum')
    writeFileSync(
      stub,
      `#!/bin/sh\ncase "$*" in *' list'*) echo '${existing}';; *) printf '%s|' "$@" >> '${log}'; echo >> '${log}';; esac\n`,
    )
    chmodSync(stub, 0o755)
    const PATH = `${path.join(folder, 'bin')}:${process.env.PATH}`
    const { status, stderr } = spawnSync('/bin/sh', [], { input: script, env: { PATH }, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return readFileSync(log, 'utf8').trimEnd().split('\n')
  }

  test('makes everything once, and gives each role to the user and to its token', async () => {
    const said = pveum(await lines('--pve', '9', '--script', '--user', 'ops@pve', '--token-name', 'ci'), '[]')
    expect(said).toContain('role|add|talmox-homelab-hosts|--privs|Sys.AccessNetwork Sys.Audit|')
    expect(said).toContain('user|add|ops@pve|--comment|talmox|')
    expect(said).toContain('user|token|add|ops@pve|ci|--privsep|1|--comment|talmox, cluster homelab|')
    const entries = said.filter((line) => line.startsWith('acl|modify|/vms|'))
    expect(entries).toEqual([
      'acl|modify|/vms|--users|ops@pve|--roles|talmox-homelab-machines|--propagate|1|',
      'acl|modify|/vms|--tokens|ops@pve!ci|--roles|talmox-homelab-machines|--propagate|1|',
    ])
  })

  test('gives a token all that doctor asks for, on a datacenter where nothing is given yet', async () => {
    const said = pveum(await lines('--pve', '9', '--script'), '[]').map((line) => line.split('|').slice(0, -1))
    const desired = await example('homelab.yaml')
    await withWorld(
      async (running) => {
        const secret = await carryOut(running, said)
        const web = await webOf(running)
        const { code, stdout } = await run(['doctor', '-f', 'examples/homelab.yaml'], {
          cwd: root,
          env: { PROXMOX_VE_API_TOKEN: `talmox@pve!homelab=${secret}`, PROXMOX_VE_INSECURE: '1' },
          world: {
            clock: running.sim.clock,
            dial: dialInto(running.port, [], web.dial),
            listen: realListen,
            authorities: web.authorities,
          },
        })
        web.close()
        expect(code, stdout).toBe(0)
        expect(stdout).toMatch(/permissions +talmox@pve!homelab has all \d+ rights/)
      },
      { ...worldFor(desired), users: [{ userid: 'root@pam', password: 'root' }], tokens: [ROOT] },
    )
  })

  test('run again changes roles instead of making them, and makes neither user nor token', async () => {
    const there = '[{"roleid":"talmox-homelab-hosts"},{"userid":"talmox@pve"},{"tokenid":"homelab"}]'
    const said = pveum(await lines('--pve', '9', '--script'), there)
    expect(said).toContain('role|modify|talmox-homelab-hosts|--privs|Sys.AccessNetwork Sys.Audit|')
    expect(said.filter((line) => line.startsWith('user|'))).toEqual([])
  })

  test('takes back what an earlier file needed, and nothing of other clusters and people', async () => {
    const entry = (at: string, roleid: string, ugid: string) => ({ path: at, propagate: 0, roleid, type: 'user', ugid })
    const there = [
      entry('/storage/old', 'talmox-homelab-storage-2', 'talmox@pve'),
      entry('/storage/old', 'talmox-homelab-storage-2', 'talmox@pve!homelab'),
      entry('/storage/tank', 'talmox-homelab-storage', 'talmox@pve'),
      entry('/storage/tank', 'talmox-homelab-storage-2', 'talmox@pve'),
      entry('/storage/old', 'talmox-homelab-two-storage', 'talmox@pve'),
      entry('/storage/old', 'talmox-homelab-storage-2', 'somebody@pve'),
      entry('/storage/old', 'PVEAdmin', 'talmox@pve'),
    ]
    const said = pveum(await lines('--pve', '9', '--script'), JSON.stringify(there))
    expect(said.filter((line) => line.startsWith('acl|delete|'))).toEqual([
      'acl|delete|/storage/old|--users|talmox@pve|--roles|talmox-homelab-storage-2|',
      'acl|delete|/storage/old|--tokens|talmox@pve!homelab|--roles|talmox-homelab-storage-2|',
      'acl|delete|/storage/tank|--users|talmox@pve|--roles|talmox-homelab-storage|',
    ])
  })
})
