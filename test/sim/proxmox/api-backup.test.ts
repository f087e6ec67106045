import { expect, test } from 'vitest'
import { nextEvent } from '../../../sim/proxmox/api/backup/next-event.ts'
import { withWorld } from '../harness.ts'

const at = (text: string) => Date.parse(`${text}Z`) / 1000

test.each([
  ['daily', '2026-03-01T10:00:00', '2026-03-02T00:00:00'],
  ['sat 02:00', '2026-03-01T10:00:00', '2026-03-07T02:00:00'],
  ['mon..fri 21:30', '2026-03-06T22:00:00', '2026-03-09T21:30:00'],
  ['*/15', '2026-03-01T10:07:00', '2026-03-01T10:15:00'],
  ['8..17,22:0/30', '2026-03-01T17:45:00', '2026-03-01T22:00:00'],
  ['*-02-29 4:00', '2026-03-01T00:00:00', '2028-02-29T04:00:00'],
  ['monthly', '2026-12-15T00:00:00', '2027-01-01T00:00:00'],
])('%s comes next after %s at %s', (event, after, next) => {
  expect(nextEvent(event, at(after))).toBe(at(next))
})

test('a backup leaves an archive with notes, and the job that has the guest', () =>
  withWorld(async ({ sim, data }) => {
    sim.world.vms.push({
      ...{ vmid: 100, kind: 'qemu', node: 'pve1', config: { name: 'web' } },
      ...{ pending: {}, pendingDelete: {}, snapshots: [] },
    })
    expect(await data('GET', '/cluster/backup-info/not-backed-up')).toEqual([{ vmid: 100, type: 'qemu', name: 'web' }])
    await data('POST', '/cluster/backup', { form: { id: 'nightly', schedule: 'daily', all: '1' } })
    expect(await data('GET', '/cluster/backup-info/not-backed-up')).toEqual([])
    const upid = await data('POST', '/nodes/pve1/vzdump', {
      form: { vmid: '100', storage: 'local', compress: 'zstd', 'notes-template': '{{guestname}} on {{node}}' },
    })
    await sim.workers.ended(String(upid))
    expect(await data('GET', '/nodes/pve1/storage/local/content?content=backup')).toEqual([
      expect.objectContaining({
        volid: expect.stringMatching(/^local:backup\/vzdump-qemu-100-.*\.vma\.zst$/),
        notes: 'web on pve1',
      }),
    ])
  }))

test('a job that chooses guests anew forgets the former choice', () =>
  withWorld(async ({ data }) => {
    await data('POST', '/cluster/backup', { form: { id: 'job', schedule: 'daily', exclude: '101' } })
    expect(await data('GET', '/cluster/backup/job')).toMatchObject({ all: 1, exclude: '101' })
    await data('PUT', '/cluster/backup/job', { form: { vmid: '102' } })
    const job = await data('GET', '/cluster/backup/job')
    expect(job).toMatchObject({ vmid: '102' })
    expect(job).not.toHaveProperty('all')
    expect(job).not.toHaveProperty('exclude')
  }))
