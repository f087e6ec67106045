import type { Machine } from '../resolve/desired.ts'
import type { Patient } from './patient.ts'

/** The machines where they will be; where placement fails, as the file alone has them. */
export async function placedMachines({ placed, desired }: Patient): Promise<readonly Machine[]> {
  return ((await placed()).desired ?? desired).machines
}

/** A machine of which the host is known. */
export type PlacedMachine = Machine & { readonly host: string }

/** Those of machines that have a host which answers. */
export async function machinesOnHosts(patient: Patient): Promise<readonly PlacedMachine[]> {
  const [machines, hosts] = await Promise.all([placedMachines(patient), patient.hosts()])
  return machines.flatMap((machine) => {
    const { host } = machine
    return host === undefined || !hosts.includes(host) ? [] : [{ ...machine, host }]
  })
}

/** Those of them that start from an image which a host downloads. */
export async function downloadingMachines(patient: Patient): Promise<readonly PlacedMachine[]> {
  return (await machinesOnHosts(patient)).filter(
    ({ image: { source } }) =>
      source.mode === 'import' ||
      (source.mode === 'iso' && source.volume === undefined) ||
      (source.mode === 'template' && source.prepare),
  )
}

/** What a machine puts on a storage; small things count as nothing. */
export interface StorageUse {
  readonly storage: string
  readonly host: string
  readonly content: 'images' | 'import' | 'iso'
  readonly bytes: number
  readonly vmid: number
}

/** What a machine puts where. */
export function storageUses({ host, vmid, vm, storage, image: { source }, nics, talos }: PlacedMachine): StorageUse[] {
  const use = (name: string, content: StorageUse['content'], bytes = 0): StorageUse => ({
    storage: name,
    host,
    content,
    bytes,
    vmid,
  })
  const disks = [vm.disk, ...vm.disks].map((disk) => use(disk.storage ?? storage.disks, 'images', disk.size))
  const states = [vm.efidisk, vm.tpm]
    .flatMap((one) => one ?? [])
    .map((one) => use(one.storage ?? storage.disks, 'images'))
  const isByCd = talos.delivery === 'cidata'
  const hasCloudInit = !isByCd && nics.some(({ method }) => method === 'static')
  const imported = source.mode === 'import' || (source.mode === 'template' && source.prepare)
  return [
    ...disks,
    ...states,
    ...(hasCloudInit ? [use(storage.cloudInit, 'images')] : []),
    ...(imported ? [use(storage.images, 'import')] : []),
    ...(source.mode === 'iso' || isByCd ? [use(storage.images, 'iso')] : []),
    ...(source.mode === 'template' ? [use(storage.templates, 'images')] : []),
  ]
}
