import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { realDial } from '../../src/world/dial.ts'
import { realListen } from '../../src/world/listen.ts'
import { smallWorld, withWorld } from '../sim/harness.ts'
import { emptyFolder, run } from './run.ts'

const SECRET = '00000000-0000-4000-8000-000000000001'
const env = {
  PROXMOX_VE_ENDPOINT: 'https://pve9.lan:8006',
  PROXMOX_VE_API_TOKEN: `root@pam!main=${SECRET}`,
  PROXMOX_VE_INSECURE: '1',
}

/** Runs `talmox init` where Proxmox is behind every address, or nowhere. */
function init(port: number | undefined, ...args: string[]) {
  return initWith(env, port, ...args)
}

async function initWith(env: Readonly<Record<string, string>>, port: number | undefined, ...args: string[]) {
  const cwd = emptyFolder()
  const clock = { now: () => Date.now(), after: () => () => undefined }
  const world = {
    clock,
    listen: realListen,
    dial: (_: string, __: number, signal: AbortSignal) =>
      port === undefined
        ? Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
        : realDial('127.0.0.1', port, signal),
  }
  const ended = await run(['init', ...args], { cwd, env, world })
  return { ...ended, text: ended.code === 0 ? readFileSync(path.join(cwd, 'cluster.yaml'), 'utf8') : '', cwd }
}

const seed = {
  ...smallWorld,
  nodes: ['pve1', 'pve2'],
  storages: [
    { storage: 'local', type: 'dir', path: '/var/lib/vz', content: ['iso', 'backup'] },
    { storage: 'files', type: 'nfs', path: '/mnt/files', shared: 1 as const, content: ['iso', 'import'] },
    { storage: 'fast', type: 'zfspool', pool: 'rpool/data', content: ['images', 'rootdir'] },
    { storage: 'alone', type: 'zfspool', pool: 'rpool/x', content: ['images'], nodes: ['pve1'] },
  ],
  bridges: [
    { iface: 'vmbr1', ports: ['eno1'] },
    { iface: 'vmbr2', ports: ['eno2'] },
  ],
}

test('hosts, storages, bridges and devices are those that Proxmox has', () =>
  withWorld(async ({ port, sim }) => {
    sim.world.mappings.pci.rtx5070ti = { map: ['id=10de:2c05,node=pve2,path=0000:28:00.0'] }
    const { code, text, cwd } = await init(port)
    expect(code).toBe(0)
    expect(text).toContain('  endpoint: https://pve9.lan:8006\n')
    expect(text).toContain('  hosts: [pve1, pve2]\n')
    expect(text).toContain('    # All hosts have fast (images, rootdir), files (import, iso), local (backup, iso).\n')
    expect(text).toContain('    disks: fast\n')
    expect(text).toContain('    images: files\n')
    expect(text).toContain('  # All hosts have vmbr1, vmbr2.\n  bridge: vmbr1\n')
    expect(text).toContain('# PCI devices that a pool or a node can have with `gpu: NAME`: rtx5070ti (pve2).\n')
    expect(await run(['validate'], { cwd })).toMatchObject({ code: 0 })
  }, seed))

test('a certificate that nobody vouches for is shown, and once it is given Proxmox is asked', () =>
  withWorld(async ({ port }) => {
    const { PROXMOX_VE_INSECURE: _, ...careful } = env
    const { stderr } = await initWith(careful, port)
    expect(stderr).toContain('is not trusted')
    const [fingerprint = ''] = /(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/.exec(stderr) ?? []
    const again = await initWith(careful, port, '--fingerprint', fingerprint)
    expect({ code: again.code, stderr: again.stderr }).toEqual({
      code: 0,
      stderr: expect.not.stringContaining('note:'),
    })
    expect(again.text).toContain(`  tls: { fingerprint: "${fingerprint}" }\n`)
    expect(again.text).toContain('  hosts: [pve1, pve2]\n')
  }, seed))

test('what is chosen wins over what is found', () =>
  withWorld(async ({ port }) => {
    const { text } = await init(port, '--hosts', 'pve2', '--storage', 'other', '--bridge', 'vmbr2')
    expect(text).toContain('  hosts: [pve2]\n')
    expect(text).toContain('    disks: other\n')
    expect(text).toContain('  bridge: vmbr2\n')
  }, seed))

test('a Proxmox that cannot be reached is a line, and the file is written as ever', async () => {
  const { code, stderr, text } = await init(undefined)
  expect(code).toBe(0)
  expect(stderr).toMatch(/note: Proxmox was not asked \(.*pve9\.lan:8006.*\)\nhint: .*init --force asks again.*\n$/)
  expect(text).toContain('    disks: local-lvm\n')
  expect(stderr).not.toContain(SECRET)
})
