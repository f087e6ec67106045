import { list } from '../../placement/words.ts'
import type { ObservedStorage } from '../../proxmox/observe/observed.ts'
import { groupBy } from '../../resolve/group-by.ts'
import { roundSize } from '../../units/size.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, ok, warn } from '../finding.ts'
import { machinesOnHosts, type StorageUse, storageUses } from '../machines.ts'

/** An image takes less; it is there once, however many machines start from it. */
const IMAGE_BYTES = 2 * 1024 ** 3
/** A storage that will be fuller than this is worth a word. */
const HIGH_WATER = 0.9

export const space: Check = {
  name: 'space',
  about: 'The storages have room for the disks of machines that are still to be made, and for an image.',
  run: async (patient) => {
    const [machines, { storages, vms }] = await Promise.all([machinesOnHosts(patient), patient.observed()])
    const made = new Set(vms.map(({ vmid }) => vmid))
    const uses = machines.flatMap(storageUses).filter(({ vmid }) => !made.has(vmid))
    const places = groupBy(uses, ({ storage, host }) => placeOf(storages, storage, host))
    const found = [...places].flatMap(([place, of]) => (place === undefined ? [] : [judge(place, bytesOf(of))]))
    const troubles = found.filter(({ status }) => status !== 'ok')
    if (troubles.length > 0) return troubles
    if (found.length === 0) return [ok('nothing more will be put on the storages')]
    return [
      ok(`${list([...new Set([...places.keys()].flatMap((place) => place?.id ?? []))])} have room for everything`),
    ]
  },
}

/** The storage of a host; one that hosts share is the same for all. */
function placeOf(storages: readonly ObservedStorage[], id: string, host: string): ObservedStorage | undefined {
  const here = storages.find((one) => one.id === id && one.host === host)
  return here?.shared ? storages.find((one) => one.id === id) : here
}

function bytesOf(uses: readonly StorageUse[]): number {
  const images = uses.some(({ content }) => content !== 'images') ? IMAGE_BYTES : 0
  return uses.reduce((sum, { bytes }) => sum + bytes, images)
}

function judge({ id, host, shared, totalBytes, usedBytes }: ObservedStorage, needed: number): Finding {
  const name = shared ? id : `${id} on ${host}`
  if (totalBytes === undefined || usedBytes === undefined) return warn(`${name} does not say how full it is`)
  const free = Math.max(0, totalBytes - usedBytes)
  const words = `${roundSize(needed)} of ${roundSize(free)} free on ${name}`
  if (needed > free)
    return fail(
      `${name} has ${roundSize(free)} free, and ${roundSize(needed)} are needed`,
      'make room, shrink the disks, or name another storage',
    )
  return (usedBytes + needed) / totalBytes > HIGH_WATER ? warn(`${name} will be over 90 % full (${words})`) : ok(words)
}
