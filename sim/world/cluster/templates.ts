import type { Desired, Machine } from '../../../src/resolve/desired.ts'
import type { WrittenWorld } from '../seed.ts'
import { givenFrom } from './taken-for-granted.ts'

type WrittenVm = NonNullable<WrittenWorld['vms']>[number]
type WrittenVolume = NonNullable<NonNullable<NonNullable<WrittenWorld['storages']>[number]>['volumes']>[number]

const FIRST_VMID = 9000
const BASE_BYTES = 4 * 2 ** 30

/** Templates that the file takes for granted, with their disks. */
export function templatesFor(
  desired: Desired,
  hosts: readonly string[],
): { readonly vms: WrittenVm[]; readonly volumes: WrittenVolume[] } {
  const found = new Map<string, { readonly machine: Machine; readonly vmid: number; readonly name: string }>()
  for (const machine of desired.machines) {
    const { source } = machine.image
    if (source.mode !== 'template' || source.prepare) continue
    const key = `${source.vmid} ${source.name}`
    const vmid = source.vmid ?? FIRST_VMID + found.size
    if (!found.has(key)) found.set(key, { machine, vmid, name: source.name ?? `template-${vmid}` })
  }
  const made = [...found.values()].map((each) =>
    templateOf(each, each.machine.host ?? hosts[0] ?? '', givenFrom(desired, each.machine.image)),
  )
  return { vms: made.map(({ vm }) => vm), volumes: made.map(({ volume }) => volume) }
}

function templateOf(
  { machine, vmid, name }: { readonly machine: Machine; readonly vmid: number; readonly name: string },
  node: string,
  from: string,
): { readonly vm: WrittenVm; readonly volume: WrittenVolume } {
  const volid = `${machine.storage.templates}:base-${vmid}-disk-0`
  return {
    volume: { volid, size: BASE_BYTES, node, from },
    vm: {
      vmid,
      node,
      template: true,
      config: {
        name,
        boot: 'order=scsi0',
        cores: 2,
        memory: 2048,
        ostype: 'l26',
        scsihw: 'virtio-scsi-pci',
        scsi0: `${volid},size=4G`,
      },
    },
  }
}
