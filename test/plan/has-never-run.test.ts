import { expect, test } from 'vitest'
import { hasNeverRun } from '../../src/plan/has-never-run.ts'
import type { Unfinished, VmKeys } from '../../src/proxmox/observe/observed.ts'

const disk = { scsi0: 'tank:vm-2000-disk-0,size=40G', ide0: 'tank:vm-2000-cloudinit,media=cdrom' }
const { scsi0: _, ...diskless } = disk
const byRecord = (...missing: readonly string[]): Unfinished => ({ known: 'record', missing })

const cases: [string, boolean, Unfinished | undefined, VmKeys, ('stopped' | 'running')?][] = [
  ['a whole machine', false, undefined, disk],
  ['one that was only begun', true, { known: 'begun', missing: [] }, {}],
  ['one that Proxmox never finished making', true, byRecord(), { ...disk, lock: 'create' }],
  ['a clone whose disks were being copied', true, byRecord('tags', 'SMBIOS id'), { ...disk, lock: 'clone' }],
  ['a clone that was not given its hardware', true, byRecord('tags', 'SMBIOS id'), disk],
  ['a backup that was restored with another SMBIOS id', false, byRecord('SMBIOS id'), disk],
  ['one without any disk', true, byRecord('disk scsi0'), diskless],
  ['one whose disk was detached', false, byRecord('disk scsi0'), { ...diskless, unused0: 'tank:vm-2000-disk-0' }],
  ['one that lost its notes', false, { known: 'identity', missing: ['record in the notes'] }, disk],
  ['one that lost its notes and runs', false, { known: 'identity', missing: ['record in the notes'] }, {}, 'running'],
]

test.each(cases)('whether nothing can have run on %s: %s', (_, expected, unfinished, config, power = 'stopped') => {
  expect(hasNeverRun({ power, config, ...(unfinished === undefined ? {} : { unfinished }) })).toBe(expected)
})
