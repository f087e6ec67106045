import { existsSync } from 'node:fs'
import { addressOf } from '../../live/node-address.ts'
import { observeCluster } from '../../live/observe.ts'
import { clientConfigFiles } from '../../run/client-configs/write.ts'
import { knownEndpoint } from '../access/cluster-access.ts'
import type { Work } from '../work/with-cluster.ts'

/** What other programs want to know of a machine; what nobody knows yet is null. */
export interface MachineOutput {
  readonly name: string
  readonly role: 'controlplane' | 'worker'
  readonly vmid: number
  readonly host: string | null
  readonly ip: string | null
  readonly mac: string
}

/** What other programs want to know of a cluster. */
export interface Outputs {
  readonly cluster: string
  readonly endpoint: string | null
  readonly kubeconfig: string | null
  readonly talosconfig: string | null
  readonly machines: readonly MachineOutput[]
}

/** Collects the outputs of a cluster; only Proxmox is asked. */
export async function collectOutputs({ proxmox, desired, home, folder }: Work): Promise<Outputs> {
  const { vms } = await observeCluster(proxmox, desired)
  const files = clientConfigFiles(desired, folder)
  const there = (file: string) => (existsSync(file) ? file : null)
  return {
    cluster: desired.name,
    endpoint: (await knownEndpoint(home, desired)) ?? null,
    kubeconfig: there(files.kubeconfig),
    talosconfig: there(files.talosconfig),
    machines: desired.machines.map((machine) => {
      const vm = vms.find(({ vmid }) => vmid === machine.vmid)
      const { name, role, vmid, nics } = machine
      return {
        name,
        role,
        vmid,
        host: vm?.host ?? null,
        ip: addressOf(machine, vm, desired.network) ?? null,
        mac: nics[0].mac,
      }
    }),
  }
}
