import { expect, test } from 'vitest'
import { qmConfig } from '../../../src/proxmox/qm-config.ts'
import { vmOptions } from '../../../src/spec/vm/options.ts'
import { machineOf, resolved, smallCluster } from '../../resolve/resolved.ts'
import { optionCases } from './option-cases.ts'

/** What a control plane with this `vm` section becomes in Proxmox. */
async function config(vm: object, change: object = {}): Promise<Record<string, string>> {
  const desired = await resolved({ ...smallCluster, controlPlane: { count: 1, vm }, ...change })
  return qmConfig(machineOf(desired, 'test-cp-1'), desired.network)
}

test.each(optionCases)('vm.%s: %j becomes %j', async (_, vm, qm, change) => {
  expect(await config(vm, change)).toMatchObject(
    Object.fromEntries(Object.entries(qm).filter(([, value]) => value !== undefined)),
  )
  const absent = Object.keys(qm).filter((key) => qm[key] === undefined)
  expect(Object.keys(await config(vm, change))).not.toEqual(
    expect.arrayContaining(absent.length > 0 ? absent : ['nothing is absent']),
  )
})

test('every VM option has a case here', () => {
  expect([...new Set(optionCases.map(([option]) => option))].sort()).toEqual(Object.keys(vmOptions).sort())
})

test('a machine of which the file says nothing has the built-in hardware', async () => {
  expect(await config({})).toMatchInlineSnapshot(`
    {
      "agent": "1",
      "balloon": "0",
      "bios": "ovmf",
      "boot": "order=scsi0;net0",
      "cores": "4",
      "cpu": "host",
      "efidisk0": "local-lvm:1,efitype=4m",
      "ide0": "local-lvm:cloudinit,media=cdrom",
      "ipconfig0": "ip=10.0.0.10/24,gw=10.0.0.1",
      "machine": "q35",
      "memory": "8192",
      "name": "test-cp-1",
      "nameserver": "1.1.1.1 8.8.8.8",
      "net0": "virtio=66:DD:7B:60:E2:04,bridge=vmbr0,queues=4",
      "numa": "1",
      "onboot": "1",
      "ostype": "l26",
      "scsi0": "local-lvm:40,backup=0,discard=on,replicate=0,ssd=1",
      "scsihw": "virtio-scsi-pci",
      "smbios1": "uuid=242e1284-2109-851f-b15d-d63b36c2502b",
      "sockets": "1",
      "tags": "controlplane;kubernetes;linux;talmox;talos;test",
    }
  `)
})
