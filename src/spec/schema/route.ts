import { z } from 'zod'
import { field, part, required } from './field.ts'
import { cidr, ipAddress } from './values.ts'

/** A way to a network that is not the NIC's own. */
export const route = part(
  'Route',
  "A way to a network that is not the NIC's own.",
  z.strictObject({
    network: required(cidr, { description: 'Network that is reached this way.', example: '10.8.0.0/16' }),
    gateway: field(ipAddress, {
      description: "Router that leads there, an address in the NIC's own network.",
      example: '192.168.1.254',
      derived: 'none: everything in the network is a neighbour',
    }),
    metric: field(z.int().min(1).max(4_294_967_295), {
      description: 'Of two routes to one network the one with the lower number is taken.',
      example: 2048,
      derived: 'as Talos has it: 1024',
    }),
    mtu: field(z.int().min(576).max(65_520), { description: 'MTU on this way, 576–65520.', example: 1400 }),
    source: field(ipAddress, {
      description: 'Address of the machine that packets on this way come from; useful only for a single node.',
      example: '192.168.1.211',
    }),
  }),
)
