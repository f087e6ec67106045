import { expect, test } from 'vitest'
import { cidataIso, isCidataFile, removeCidata, uploadCidata } from '../../../src/proxmox/images/cidata.ts'
import { readIso } from '../../encoding/read-iso.ts'
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
      hint: 'set `proxmox.storage.images` to local or plain or nfs',
    })
    expect(tasksOf(lab, 'imgcopy')).toEqual([])
  }))
