import { parse } from 'yaml'
import { z } from 'zod'
import { emptyGuests } from '../../sim/guest/empty-guest.ts'
import type { Guest, GuestFactory, GuestNic, Hardware } from '../../sim/guest/guest.ts'
import type { Clock } from '../../sim/world/clock.ts'
import type { GuestWorld } from '../../sim/world/world.ts'

const networkConfig = z.object({
  config: z.array(
    z.object({
      mac_address: z.string().optional(),
      subnets: z.array(z.object({ address: z.string().optional(), netmask: z.string().optional() })).optional(),
    }),
  ),
})

/** Guests whose agent tells the addresses of their cloud-init drive and shuts down; nothing else runs inside. */
export function addressedGuests(behaviour: GuestWorld, clock: Clock): GuestFactory {
  const make = emptyGuests(behaviour, clock)
  return (vmid) => addressed(make(vmid))
}

function addressed(guest: Guest): Guest {
  let hardware: Hardware | undefined
  return {
    ...guest,
    powerOn(own, machine) {
      hardware = own
      guest.powerOn(own, machine)
    },
    powerOff() {
      hardware = undefined
      guest.powerOff()
    },
    async agent(command, args) {
      if (command === 'guest-shutdown' && hardware !== undefined) {
        guest.pressPowerButton()
        return { result: {} }
      }
      if (command !== 'guest-network-get-interfaces' || hardware === undefined) return guest.agent(command, args)
      const { nics, cloudInit = {} } = hardware
      return { result: [LOOPBACK, ...nics.map((nic, at) => shown(nic, at, cloudInit['network-config'] ?? ''))] }
    },
  }
}

const LOOPBACK = {
  name: 'lo',
  'hardware-address': '00:00:00:00:00:00',
  'ip-addresses': [{ 'ip-address-type': 'ipv4', 'ip-address': '127.0.0.1', prefix: 8 }],
}

function shown(nic: GuestNic, at: number, network: string) {
  const mac = nic.mac.toLowerCase()
  const entries = networkConfig.safeParse(parse(network)).data?.config ?? []
  const subnets = entries
    .filter((entry) => entry.mac_address?.toLowerCase() === mac)
    .flatMap(({ subnets = [] }) => subnets)
  const addresses = subnets.flatMap(({ address, netmask = '' }) =>
    address === undefined ? [] : [{ 'ip-address-type': 'ipv4', 'ip-address': address, prefix: prefixOf(netmask) }],
  )
  return { name: `eth${at}`, 'hardware-address': mac, 'ip-addresses': addresses }
}

const prefixOf = (netmask: string): number =>
  netmask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0)
