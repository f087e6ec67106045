import { z } from 'zod'

import { field } from '../schema/field.ts'
import type { Nic } from './hardware.ts'
import { entry, properties, type QmConfig, vmOption } from './option.ts'

export const net = vmOption({
  keys: [],
  schema: field(
    z.strictObject({
      model: field(z.enum(['virtio', 'e1000', 'e1000e', 'vmxnet3', 'rtl8139']), {
        description: 'Emulated card.',
        example: 'virtio',
        default: 'virtio',
      }),
      queues: field(z.int().min(1).max(16), {
        description: "Queues, 1–16, at most the machine's CPUs.",
        example: 4,
        derived: '4, or the number of CPUs when that is less',
      }),
      firewall: field(z.boolean(), {
        description: 'Let the Proxmox firewall filter this NIC.',
        example: true,
        default: false,
      }),
      rate: field(z.number().min(0).max(10_240), { description: 'Most megabytes per second.', example: 125 }),
      trunks: field(z.array(z.int().min(1).max(4094)).min(1), {
        description: 'VLANs the machine itself may use.',
        example: [10, 20],
      }),
    }),
    { description: 'The first NIC as a device; its bridge, VLAN and MTU are under `network`.', example: { queues: 4 } },
  ),
  qm: ({ nics }) => Object.assign({}, ...nics.map(printNic)),
})

function printNic(nic: Nic, index: number): QmConfig {
  return entry(
    `net${index}`,
    properties(`${nic.model}=${nic.mac}`, {
      bridge: nic.bridge,
      firewall: nic.firewall ? true : undefined,
      mtu: nic.mtu,
      queues: nic.queues,
      rate: nic.rate,
      tag: nic.vlan,
      trunks: nic.trunks?.join(';'),
    }),
  )
}
