import { expect, test } from 'vitest'
import { readCidata } from '../../../sim/guest/cidata.ts'
import { readIso } from '../../../sim/guest/read-iso.ts'
import { hardwareOf } from '../../../sim/proxmox/api/qemu/status/hardware.ts'
import { buildIso } from '../../../src/encoding/iso9660/build-iso.ts'
import { cidataIso, removeCidata, uploadCidata } from '../../../src/proxmox/images/cidata.ts'
import { isCidataFile } from '../../../src/proxmox/images/cidata-file.ts'
import { tasksOf, withLab } from './support.ts'

const UUID = '11111111-2222-8333-8444-555555555555'
const place = { host: 'pve2', storage: 'local', uuid: UUID }
const cidata = { userData: 'machine: {}\n', metaData: `instance-id: ${UUID}\n` }

test('the CD has the label and the files that Talos looks for', () => {
  const { joliet } = readIso(cidataIso({ ...cidata, networkConfig: 'version: 1\n' }))
  expect(joliet.label).toBe('cidata')
  expect([...joliet.files.keys()]).toEqual(['meta-data;1', 'network-config;1', 'user-data;1'])
  expect([...readIso(cidataIso(cidata)).joliet.files.keys()]).toEqual(['meta-data;1', 'user-data;1'])
})

test('it is uploaded for one host, again over itself, and removed, also twice', () =>
  withLab(async (lab) => {
    const volid = await uploadCidata(lab.proxmox, place, cidata)
    expect(volid).toBe(`local:iso/talmox-cidata-${UUID}.iso`)
    expect(isCidataFile(volid.slice('local:iso/'.length))).toBe(true)
    await uploadCidata(lab.proxmox, place, cidata)
    expect(lab.sim.world.volumes).toMatchObject([{ node: 'pve2', usedBytes: cidataIso(cidata).length }])
    expect(
      tasksOf(lab, 'imgcopy').map(({ log }) => log.includes('calculating checksum...OK, checksum verified')),
    ).toEqual([true, true])
    await removeCidata(lab.proxmox, place)
    await removeCidata(lab.proxmox, place)
    expect(lab.sim.world.volumes).toEqual([])
    expect(tasksOf(lab, 'imgdel')).toHaveLength(1)
  }))

test('a storage that takes no ISO files is refused before anything is sent', () =>
  withLab(async (lab) => {
    await expect(uploadCidata(lab.proxmox, { ...place, storage: 'thin' }, cidata)).rejects.toMatchObject({
      code: 'image-content',
      hint: 'set `proxmox.storage.images` to local or nfs or plain',
    })
    expect(tasksOf(lab, 'imgcopy')).toEqual([])
  }))

test('a simulated machine with the CD in a drive is told what is on it', () =>
  withLab(async (lab) => {
    const volid = await uploadCidata(lab.proxmox, { ...place, host: 'pve1' }, cidata)
    const form = { vmid: '100', ide2: `${volid},media=cdrom` }
    await lab.sim.workers.ended(String(await lab.data('POST', '/nodes/pve1/qemu', { form })))
    const vm = lab.sim.world.vms.find(({ vmid }) => vmid === 100)
    if (vm === undefined) throw new Error('no machine')
    expect(hardwareOf({ sim: lab.sim, node: 'pve1' }, vm).cloudInit).toEqual({
      'user-data': cidata.userData,
      'meta-data': cidata.metaData,
    })
  }))

test('what is no CD with settings tells a simulated machine nothing', () => {
  expect(readCidata(Buffer.from('hello'))).toBeUndefined()
  expect(readCidata(buildIso('other', [{ name: 'user-data', content: Buffer.from('x') }]))).toBeUndefined()
  expect(readCidata(cidataIso(cidata).subarray(0, 30_000))).toBeUndefined()
})
