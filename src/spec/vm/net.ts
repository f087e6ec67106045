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

type NicOption = (nic: Nic) => string | number | boolean | undefined

const nicOptions: Readonly<Record<string, NicOption>> = {
  bridge: (nic) => nic.bridge,
  firewall: (nic) => (nic.firewall ? true : undefined),
  mtu: (nic) => nic.mtu,
  queues: (nic) => nic.queues,
  rate: (nic) => nic.rate,
  tag: (nic) => nic.vlan,
  trunks: (nic) => nic.trunks?.join(';'),
}

/** The options of a NIC that settings decide, beside its model and MAC address; any other is left as it is. */
export const decidedNicOptions: readonly string[] = Object.keys(nicOptions)

function printNic(nic: Nic, index: number): QmConfig {
  const options = Object.entries(nicOptions).map(([name, print]) => [name, print(nic)])
  return entry(`net${index}`, properties(`${nic.model}=${nic.mac}`, Object.fromEntries(options)))
}
