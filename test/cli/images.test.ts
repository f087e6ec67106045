import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { realDial } from '../../src/world/dial.ts'
import { realListen } from '../../src/world/listen.ts'
import { type Lab, threeHosts, withLab } from '../proxmox/images/support.ts'
import { smallCluster } from '../resolve/resolved.ts'
import { emptyFolder, run, type Surroundings } from './run.ts'

const WANTED = 'talos-v1.12.4-amd64-ce4c980550dd2ab1.qcow2'
const OLD = 'talos-v1.11.0-amd64-ce4c980550dd2ab1.qcow2'
const OLD_ISO = 'talos-v1.11.0-amd64-ce4c980550dd2ab1.iso'
const CIDATA = 'talmox-cidata-11111111-2222-8333-8444-555555555555.iso'

const MIB = 1024 ** 2
const files = [
  { volid: `local:import/${WANTED}`, size: 300 * MIB },
  { volid: `local:import/${OLD}`, size: 200 * MIB },
  { volid: `local:iso/${OLD_ISO}`, size: 100 * MIB },
  { volid: `local:iso/${CIDATA}`, size: 60 * 1024 },
  { volid: 'local:iso/debian.iso', size: 700 * MIB },
]

const seed = {
  ...threeHosts,
  storages: (threeHosts.storages ?? []).map((storage) =>
    storage.storage === 'local' ? { ...storage, volumes: files } : storage,
  ),
}

const SECRET = '00000000-0000-4000-8000-000000000001'

function images({ sim, port }: Lab, words: readonly string[], given: Surroundings = {}, token = 'ops@pve!ci') {
  const cwd = emptyFolder()
  writeFileSync(path.join(cwd, 'cluster.yaml'), stringify({ ...smallCluster, proxmox: { hosts: ['pve1'] } }))
  const env = {
    TALMOX_PROXMOX_ENDPOINT: `https://127.0.0.1:${port}`,
    TALMOX_PROXMOX_API_TOKEN: `${token}=${SECRET}`,
    TALMOX_PROXMOX_INSECURE: '1',
  }
  return run(['images', ...words], {
    cwd,
    env,
    world: { clock: sim.clock, dial: realDial, listen: realListen, authorities: [] },
    ...given,
  })
}

async function make(lab: Lab, path: string, form: Readonly<Record<string, string>>) {
  const upid = await lab.data('POST', path, { form })
  if (typeof upid === 'string') await lab.sim.workers.ended(upid)
}

const names = ({ sim }: Lab) => sim.world.volumes.map(({ name }) => name).sort()

test('the list shows what talmox put there, who needs it, and what may go', () =>
  withLab(async (lab) => {
    await make(lab, '/nodes/pve1/qemu', { vmid: '100', name: 'web', ide2: `local:iso/${OLD_ISO},media=cdrom` })
    const { code, stdout } = await images(lab, [])
    expect(code).toBe(0)
    expect(stdout).toBe(
      [
        `${'VOLUME'.padEnd(64)}  ON      SIZE  NEEDED`,
        `${`local:import/${OLD}`.padEnd(64)}  pve1  200MiB  no`,
        `${`local:import/${WANTED}`.padEnd(64)}  pve1  300MiB  for new machines`,
        `${`local:iso/${CIDATA}`.padEnd(64)}  pve1   60KiB  no`,
        `${`local:iso/${OLD_ISO}`.padEnd(64)}  pve1  100MiB  by VM 100 web`,
        '',
        '2 files (200.1MiB) not needed: talmox images prune',
        '',
      ].join('\n'),
    )
  }, seed))

const NOTES = `Template of Talos v1.12.4, made by talmox.\n\nschematic ${'ce4c'.repeat(16)}`

test('templates that talmox made are listed with the machines that stand on them, those of others are not', () =>
  withLab(async (lab) => {
    for (const [vmid, name, description] of [
      ['998', 'talos-old', NOTES],
      ['999', 'talos-base', NOTES],
      ['997', 'debian', 'ours'],
    ] as const) {
      await make(lab, '/nodes/pve1/qemu', { vmid, name, description, scsi0: 'nfs:1,format=qcow2' })
      await make(lab, `/nodes/pve1/qemu/${vmid}/template`, {})
    }
    await make(lab, '/nodes/pve1/qemu/999/clone', { newid: '100', name: 'web', full: '0' })
    const { code, stdout } = await images(lab, [])
    expect(code).toBe(0)
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'TEMPLATE        ON    TALOS    NEEDED',
      '998 talos-old   pve1  v1.12.4  no',
      '999 talos-base  pve1  v1.12.4  by VM 100 web',
      '',
    ])
    const { templates } = JSON.parse((await images(lab, ['list', '--json'])).stdout)
    expect(templates).toMatchObject([
      { vmid: 998, free: true, usedBy: [] },
      { vmid: 999, free: false, usedBy: [{ vmid: 100, name: 'web', how: 'now' }] },
    ])
  }, seed))

test('the same for programs', () =>
  withLab(async (lab) => {
    const { stdout } = await images(lab, ['list', '--json'])
    const { images: listed, doubts } = JSON.parse(stdout)
    expect(doubts).toEqual([])
    expect(listed).toHaveLength(4)
    expect(listed[1]).toEqual({
      volid: `local:import/${WANTED}`,
      host: 'pve1',
      shared: false,
      bytes: 300 * MIB,
      kind: 'disk',
      version: 'v1.12.4',
      arch: 'amd64',
      secureBoot: false,
      schematic: 'ce4c980550dd2ab1',
      usedBy: [],
      wanted: true,
      free: false,
    })
    expect(listed[2]).toMatchObject({ kind: 'cidata', free: true })
  }, seed))

const kept = ['import/talos-v1.12.4-amd64-ce4c980550dd2ab1.qcow2', 'iso/debian.iso']

test('prune asks, and removes what nobody needs', () =>
  withLab(async (lab) => {
    const no = await images(lab, ['prune'], { answer: 'n' })
    expect(no.stdout).toBe('Nothing was removed.\n')
    expect(no.stderr).toContain('Remove 3 files (300.1MiB)? [y/N] n')
    expect(names(lab)).toHaveLength(5)
    const yes = await images(lab, ['prune'], { answer: 'y' })
    expect(yes.stdout).toBe('Removed 3 files (300.1MiB).\n')
    expect(names(lab)).toEqual(kept)
    expect((await images(lab, ['prune', '--yes', '--json'])).stdout).toBe('{\n  "removed": []\n}\n')
  }, seed))

test('prune without anybody to ask needs a yes beforehand', () =>
  withLab(async (lab) => {
    const { code, stderr } = await images(lab, ['prune'])
    expect(code).toBe(1)
    expect(stderr).toContain('hint: add --yes')
    expect(names(lab)).toHaveLength(5)
    const done = await images(lab, ['prune', '--yes', '--json'])
    expect(JSON.parse(done.stdout).removed.map(({ volid }: { volid: string }) => volid)).toEqual([
      `local:import/${OLD}`,
      `local:iso/${CIDATA}`,
      `local:iso/${OLD_ISO}`,
    ])
    expect(names(lab)).toEqual(kept)
  }, seed))

const ISO = `local:iso/${OLD_ISO},media=cdrom`

test.each([
  ['a machine of somebody else', async (lab: Lab) => make(lab, '/nodes/pve1/qemu', { vmid: '100', ide2: ISO })],
  [
    'a template',
    async (lab: Lab) => {
      await make(lab, '/nodes/pve1/qemu', { vmid: '100', ide2: ISO })
      await make(lab, '/nodes/pve1/qemu/100/template', {})
    },
  ],
  [
    'a change that waits for the next start',
    async (lab: Lab) => {
      await make(lab, '/nodes/pve1/qemu', { vmid: '100' })
      const vm = lab.sim.world.vms.find(({ vmid }) => vmid === 100)
      if (vm !== undefined) vm.pending = { ide2: ISO }
    },
  ],
  [
    'a snapshot',
    async (lab: Lab) => {
      await make(lab, '/nodes/pve1/qemu', { vmid: '100', ide2: ISO })
      await make(lab, '/nodes/pve1/qemu/100/snapshot', { snapname: 'before' })
      await make(lab, '/nodes/pve1/qemu/100/config', { ide2: 'none,media=cdrom' })
      expect(lab.sim.world.vms[0]?.config.ide2).toBe('none,media=cdrom')
    },
  ],
  [
    'a machine on another host with a storage of the same name',
    async (lab: Lab) => {
      lab.sim.world.vms.push({
        vmid: 100,
        kind: 'qemu',
        node: 'pve2',
        config: { ide2: ISO },
        pending: {},
        pendingDelete: {},
        snapshots: [],
      })
    },
  ],
])('what %s refers to stays', (_, refer) =>
  withLab(async (lab) => {
    await refer(lab)
    const { code } = await images(lab, ['prune', '--yes'])
    expect(code).toBe(0)
    expect(names(lab)).toContain(`iso/${OLD_ISO}`)
    expect(names(lab)).not.toContain(`import/${OLD}`)
  }, seed),
)

test('while a machine cannot be read, nothing is removed', () =>
  withLab(
    async (lab) => {
      await make(lab, '/nodes/pve2/qemu', { vmid: '100' })
      const host = lab.sim.world.hosts.find(({ name }) => name === 'pve2')
      if (host !== undefined) host.online = false
      const { code, stderr } = await images(lab, ['prune', '--yes'])
      expect(code).toBe(1)
      expect(stderr).toContain('no image is removed: VM 100 on pve2 cannot be read')
      expect(names(lab)).toHaveLength(5)
    },
    seed,
    1e5,
  ))

test('while some machines may not be seen, nothing is removed', () =>
  withLab(async (lab) => {
    lab.sim.world.access.acl.push({
      path: '/storage',
      ugid: 'nobody@pve',
      roleid: 'PVEDatastoreAdmin',
      propagate: true,
      type: 'user',
    })
    const { code, stderr } = await images(lab, ['prune', '--yes'], {}, 'nobody@pve!none')
    expect([code, stderr]).toEqual([1, expect.stringContaining('the token may not see all VMs')])
    expect(names(lab)).toHaveLength(5)
  }, seed))

test('while a machine is being made, nothing is removed', () =>
  withLab(async (lab) => {
    const upid = lab.sim.workers.start({ node: 'pve3', type: 'qmcreate', id: '100', user: 'root@pam' }, (worker) =>
      worker.sleep(1e9),
    )
    const { code, stderr } = await images(lab, ['prune', '--yes'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('the task qmcreate 100 on pve3 may be reading one of them'),
    ])
    lab.sim.workers.stop(upid)
    await lab.sim.workers.ended(upid)
    expect((await images(lab, ['prune', '--yes'])).code).toBe(0)
  }, seed))
