import { mapBounded } from '../../live/bounded.ts'
import { list } from '../../placement/words.ts'
import { readRows, readText } from '../../proxmox/decode.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, ok, orOk } from '../finding.ts'
import { machinesOnHosts, type PlacedMachine } from '../machines.ts'
import type { Patient } from '../patient.ts'

export const devices: Check = {
  name: 'devices',
  about: 'PCI mappings exist, have a device on the hosts that need one, and its IOMMU group is as it was.',
  run: async (patient) => {
    const machines = (await machinesOnHosts(patient)).filter(({ vm }) => vm.pci.length > 0)
    if (machines.length === 0) return [ok('no device is passed through')]
    const hosts = [...new Set(machines.map(({ host }) => host))]
    const found = (await mapBounded(hosts, 8, (host) => onHost(patient, host, machines))).flat()
    const names = new Set(machines.flatMap(({ vm }) => vm.pci.map(({ mapping, address }) => mapping ?? address ?? '')))
    return orOk(found, `${list([...names])} can be passed through`)
  },
}

async function onHost(
  { client }: Patient,
  host: string,
  machines: readonly PlacedMachine[],
): Promise<readonly Finding[]> {
  const rows = readRows(await client.get('/cluster/mapping/pci', { 'check-node': host }))
  const wanted = machines
    .filter((machine) => machine.host === host)
    .flatMap(({ vm }) => vm.pci.flatMap(({ mapping }) => mapping ?? []))
  return [...new Set(wanted)].flatMap((name) => {
    const row = rows.find(({ id }) => readText(id) === name)
    if (row === undefined)
      return [
        fail(`there is no PCI mapping ${name}, or it may not be seen`, 'make it: Datacenter → Resource Mappings → Add'),
      ]
    return readRows(row.checks).map((check) => {
      const said = (readText(check.message) ?? '').trim()
      return fail(`the PCI mapping ${name} does not fit ${host}: ${said}`, hintFor(said))
    })
  })
}

const hintFor = (said: string): string =>
  /iommugroup/.test(said)
    ? 'switch the IOMMU on in the firmware and on the kernel command line, then map the device again'
    : 'map the device that the host has now: Datacenter → Resource Mappings'
