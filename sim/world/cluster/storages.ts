import type { Desired, Machine } from '../../../src/resolve/desired.ts'
import type { WrittenWorld } from '../seed.ts'
import { machinesOn } from './carried.ts'
import { givenFrom } from './taken-for-granted.ts'

type WrittenStorage = NonNullable<WrittenWorld['storages']>[number]
type WrittenVolume = NonNullable<WrittenStorage['volumes']>[number]

const GIB = 2 ** 30
const LEAST_ROOM = 1024 * GIB

/** What the name of a storage says about its kind, as people call them; the first that fits. */
const KINDS: readonly { readonly name: RegExp; readonly of: (id: string) => Partial<WrittenStorage> }[] = [
  { name: /ceph|rbd|shared/i, of: (id) => ({ type: 'rbd', pool: id }) },
  { name: /nfs|nas/i, of: (id) => ({ type: 'nfs', server: '192.0.2.60', export: `/srv/${id}` }) },
  { name: /lvm|thin/i, of: () => ({ type: 'lvmthin', vgname: 'pve', thinpool: 'data' }) },
  { name: /./, of: (id) => ({ type: 'zfspool', pool: `rpool/${id}` }) },
]

const FILES = ['iso', 'import', 'vztmpl', 'backup', 'snippets']

/** The storages that machines name, each of a kind that can hold what it is for, and with room for all of it. */
export function storagesFor(
  desired: Desired,
  hosts: readonly string[],
  volumes: readonly WrittenVolume[],
): WrittenStorage[] {
  const { machines } = desired
  const images = new Set(['local', ...machines.map(({ storage }) => storage.images)])
  const isos = machines.flatMap((machine) => isoOf(desired, machine))
  for (const { volid } of isos) images.add(storageOf(volid))
  const disks = new Set(machines.flatMap(diskStorages))
  const existing = [...unique(isos), ...volumes]
  return [...new Set([...images, ...disks])].map((storage) => {
    const own = existing.filter(({ volid }) => storageOf(volid) === storage)
    const kind = images.has(storage) ? fileStorage(storage) : KINDS.find(({ name }) => name.test(storage))?.of(storage)
    const content = [...(images.has(storage) ? FILES : []), ...(disks.has(storage) ? ['images', 'rootdir'] : [])]
    return {
      storage,
      type: 'dir',
      ...kind,
      content,
      total: Math.max(LEAST_ROOM, 2 * Math.max(...hosts.map((host) => needed(machinesOn(machines, host), storage)))),
      ...(own.length === 0 ? {} : { volumes: perHost(own, hosts, kind?.type === 'nfs' || kind?.type === 'rbd') }),
    }
  })
}

/** Where files are kept: a directory of each host, or what the name says is shared. */
function fileStorage(id: string): Partial<WrittenStorage> {
  if (/nfs|nas|shared|isos/i.test(id))
    return { type: 'nfs', server: '192.0.2.60', export: `/srv/${id}`, path: `/mnt/pve/${id}` }
  return { type: 'dir', path: id === 'local' ? '/var/lib/vz' : `/srv/${id}` }
}

const storageOf = (volid: string): string => volid.slice(0, volid.indexOf(':'))

function diskStorages({ storage, vm }: Machine): string[] {
  const further = [vm.disk, ...vm.disks, vm.efidisk, vm.tpm].flatMap((disk) => disk?.storage ?? [])
  return [storage.disks, storage.templates, storage.cloudInit, ...further]
}

/** What machines take of a storage; on one that is shared, all of them do. */
function needed(machines: readonly Machine[], storage: string): number {
  const disks = machines.flatMap((machine) =>
    [machine.vm.disk, ...machine.vm.disks].map((disk) => ({
      size: disk.size,
      on: disk.storage ?? machine.storage.disks,
    })),
  )
  return disks.filter(({ on }) => on === storage).reduce((sum, { size }) => sum + size, 0)
}

/** The ISO that a machine boots from, where the file says that it is there. */
function isoOf(desired: Desired, { image }: Machine): WrittenVolume[] {
  const volume = image.source.mode === 'iso' ? image.source.volume : undefined
  return volume === undefined ? [] : [{ volid: volume, size: GIB / 8, from: givenFrom(desired, image) }]
}

const unique = (volumes: readonly WrittenVolume[]): WrittenVolume[] => [
  ...new Map(volumes.map((volume) => [volume.volid, volume])).values(),
]

/** Each host has files of its own, unless the storage is everybody's; a disk is where it is. */
function perHost(volumes: readonly WrittenVolume[], hosts: readonly string[], isShared: boolean): WrittenVolume[] {
  if (isShared) return [...volumes]
  return volumes.flatMap((volume) =>
    volume.node === undefined ? hosts.map((node) => ({ ...volume, node })) : [volume],
  )
}
