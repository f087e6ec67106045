import { expect, test } from 'vitest'
import { imageChecksum } from '../../../sim/factory/image-bytes.ts'
import { armFaults } from '../../../sim/faults/faults.ts'
import { faultRule } from '../../../sim/faults/rule.ts'
import { ensureImage } from '../../../src/proxmox/images/ensure-image.ts'
import { isStored } from '../../../src/proxmox/images/find-image.ts'
import type { WantedImage } from '../../../src/proxmox/images/image-for.ts'
import type { TaskEvent } from '../../../src/proxmox/tasks/wait-for-task.ts'
import { type Lab, SCHEMATIC, tasksOf, threeHosts, withLab } from './support.ts'

const FACTORY = 'https://factory.talos.dev'

const image = {
  storage: 'local',
  content: 'import',
  file: 'talos-v1.12.4-amd64-ce4c980550dd2ab1.qcow2',
  volid: 'local:import/talos-v1.12.4-amd64-ce4c980550dd2ab1.qcow2',
  download: { url: `${FACTORY}/image/${SCHEMATIC}/v1.12.4/nocloud-amd64.qcow2` },
} as const

const on = (storage: string, wanted: WantedImage = image): WantedImage => ({
  ...wanted,
  storage,
  volid: wanted.volid.replace(/^[^:]+/, storage),
})

const volumes = ({ sim }: Lab) =>
  sim.world.volumes.map(({ storage, name, node }) => `${node ?? 'all'} ${storage}:${name}`)

test('a host downloads an image once, and a second look finds it', () =>
  withLab(async (lab) => {
    const events: TaskEvent[] = []
    await ensureImage(lab.proxmox, 'pve1', image, { onEvent: (event) => events.push(event) })
    await ensureImage(lab.proxmox, 'pve1', image)
    expect(volumes(lab)).toEqual([`pve1 ${image.volid}`])
    expect(tasksOf(lab, 'download')).toHaveLength(1)
    expect(events[0]).toMatchObject({ kind: 'started', upid: { type: 'download', id: image.file } })
  }))

test('each host has a copy on its own storage, but one storage of all hosts has one', () =>
  withLab(async (lab) => {
    await ensureImage(lab.proxmox, 'pve1', image)
    expect(await isStored(lab.proxmox, 'pve2', image)).toBe(false)
    await ensureImage(lab.proxmox, 'pve1', on('nfs'))
    expect(await isStored(lab.proxmox, 'pve2', on('nfs'))).toBe(true)
  }))

const SHA = '0'.repeat(64)

test('a wrong checksum leaves nothing behind, and says which setting is wrong', () =>
  withLab(async (lab) => {
    const download = { ...image.download, checksum: { algorithm: 'sha256', digest: SHA } } as const
    await expect(ensureImage(lab.proxmox, 'pve1', { ...image, download })).rejects.toMatchObject({
      code: 'image-checksum',
      message: expect.stringContaining(`pve1 could not download ${image.file}: checksum mismatch`),
    })
    expect(volumes(lab)).toEqual([])
  }))

test('the right checksum is accepted', () =>
  withLab(
    async (lab) => {
      const talos = {
        schematic: SCHEMATIC,
        version: 'v1.12.4',
        platform: 'nocloud',
        arch: 'amd64',
        secureBoot: false,
        kind: 'disk',
      } as const
      const digest = imageChecksum(talos, 'nocloud-amd64.qcow2', 2_000_000, 'sha512')
      const checksum = { algorithm: 'sha512', digest } as const
      await ensureImage(lab.proxmox, 'pve1', { ...image, download: { url: image.download.url, checksum } })
      expect(tasksOf(lab, 'download')[0]?.log).toContain('calculating checksum...OK, checksum verified')
    },
    { ...threeHosts, factory: { sizes: { qcow2: 2_000_000 } } },
  ))

test.each([
  [
    'an image that the factory does not have',
    { url: image.download.url.replace('v1.12.4', 'v1.12.99') },
    'image-download',
    /has no image at https:/,
  ],
  [
    'a schematic that nobody made known',
    { url: image.download.url.replace(SCHEMATIC, SHA) },
    'image-download',
    /has no image at https:/,
  ],
  [
    'a factory that the host cannot reach',
    { url: 'https://nowhere.test/x.qcow2' },
    'image-download',
    /pve1 downloads by itself/,
  ],
])('%s is said to be what it is', (_, download, code, hint) =>
  withLab(async (lab) => {
    const error = await ensureImage(lab.proxmox, 'pve1', { ...image, download }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'UserError', code, hint: expect.stringMatching(hint) })
  }),
)

const tiny = threeHosts.storages?.map((storage) => (storage.storage === 'local' ? { ...storage, total: 1e8 } : storage))

test('a full storage is named with the ways to make room', () =>
  withLab(
    async (lab) => {
      await expect(ensureImage(lab.proxmox, 'pve1', image)).rejects.toMatchObject({
        code: 'image-space',
        hint: expect.stringContaining('talmox images prune'),
      })
      expect(volumes(lab)).toEqual([])
    },
    { ...threeHosts, storages: tiny },
  ))

test('a storage without the content is refused with every way out, before anything is asked of it', () =>
  withLab(async (lab) => {
    await expect(ensureImage(lab.proxmox, 'pve1', on('plain'))).rejects.toMatchObject({
      code: 'image-content',
      message: 'the storage plain on pve1 does not take files of content `import`',
      hint: [
        'let it take them (`pvesm set plain --content iso,import` on pve1)',
        'set `proxmox.storage.images` to local or nfs',
        'set `image.mode` to `iso`, or to `template` with a template of your own (`prepare: false`)',
      ].join('; or '),
    })
    await expect(ensureImage(lab.proxmox, 'pve1', on('thin'))).rejects.toMatchObject({ code: 'image-content' })
    await expect(ensureImage(lab.proxmox, 'pve1', on('nothing'))).rejects.toMatchObject({
      code: 'image-storage',
      hint: expect.stringContaining('local or nfs'),
    })
    expect(tasksOf(lab, 'download')).toEqual([])
  }))

test('a Proxmox that is too old to import says so', () =>
  withLab(async (lab) => {
    const proxmox: typeof lab.proxmox = {
      ...lab.proxmox,
      get: async (path, ...rest) => (path === '/version' ? { version: '8.3.5' } : lab.proxmox.get(path, ...rest)),
    }
    await expect(ensureImage(proxmox, 'pve1', on('plain'))).rejects.toMatchObject({
      code: 'image-content',
      message: 'pve1 runs a Proxmox that cannot import disk images: that needs 8.4',
    })
  }))

test('a page that was downloaded in place of an image is never taken for one', () =>
  withLab(
    async (lab) => {
      const portal = { ...image, download: { url: 'https://portal.test/login' } }
      await expect(ensureImage(lab.proxmox, 'pve1', portal)).rejects.toMatchObject({
        code: 'image-broken',
        hint: expect.stringContaining(`pvesm free ${image.volid}`),
      })
    },
    { ...threeHosts, urls: { 'https://portal.test/login': '<html>please log in</html>' } },
  ))

test('a download that another run began is waited for, not begun again', () =>
  withLab(
    async (lab) => {
      const first = ensureImage(lab.proxmox, 'pve1', image)
      while (tasksOf(lab, 'download').length === 0) await new Promise((resolve) => setImmediate(resolve))
      await ensureImage(lab.proxmox, 'pve1', image)
      await first
      expect(tasksOf(lab, 'download')).toHaveLength(1)
    },
    threeHosts,
    200,
  ))

test('a download that was begun without an answer is waited for, not begun again', () =>
  withLab(
    async (lab) => {
      const drop = { when: { method: 'POST', path: '/nodes/*/storage/*/download-url', times: 1 } }
      armFaults(lab.sim).add(faultRule.parse({ ...drop, do: { 'drop-connection': 'after' } }))
      await ensureImage(lab.proxmox, 'pve1', image)
      expect(volumes(lab)).toEqual([`pve1 ${image.volid}`])
      expect(tasksOf(lab, 'download')).toHaveLength(1)
    },
    threeHosts,
    200,
  ))

test('a download that was cut off is begun again', () =>
  withLab(
    async (lab) => {
      const first = ensureImage(lab.proxmox, 'pve1', image).catch((error: unknown) => error)
      while (tasksOf(lab, 'download').length === 0) await new Promise((resolve) => setImmediate(resolve))
      lab.sim.workers.stop(tasksOf(lab, 'download')[0]?.upid ?? '')
      await first
      await ensureImage(lab.proxmox, 'pve1', image)
      expect(volumes(lab)).toEqual([`pve1 ${image.volid}`])
    },
    threeHosts,
    200,
  ))

test('a volume that somebody else puts there is only looked for', () =>
  withLab(async (lab) => {
    const { download: _, ...given } = { ...image, content: 'iso', file: 'x.iso', volid: 'local:iso/x.iso' } as const
    await expect(ensureImage(lab.proxmox, 'pve1', given)).rejects.toMatchObject({
      code: 'image-missing',
      message: 'local:iso/x.iso is not there on pve1',
    })
    expect(tasksOf(lab, 'download')).toEqual([])
  }))
