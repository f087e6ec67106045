import { emptyGuests } from '../../sim/guest/empty-guest.ts'
import type { Guest, GuestFactory, GuestNic, Hardware } from '../../sim/guest/guest.ts'
import { readNetworkSettings } from '../../sim/talos/network/platform.ts'
import type { Clock } from '../../sim/world/clock.ts'
import type { GuestWorld } from '../../sim/world/world.ts'

/** Guests whose agent tells the addresses of their cloud-init drive and shuts down; nothing else runs inside. */
export function addressedGuests(behaviour: GuestWorld, clock: Clock): GuestFactory {
  const make = emptyGuests(behaviour, clock)
  return (vmid) => withAgent(make(vmid))
}

/** A guest with an agent beside it, which knows what is on the cloud-init drive and can press the power button. */
export function withAgent(guest: Guest): Guest {
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
      return { result: [LOOPBACK, ...nics.map((nic, at) => shown(nic, at, cloudInit))] }
    },
  }
}

const LOOPBACK = {
  name: 'lo',
  'hardware-address': '00:00:00:00:00:00',
  'ip-addresses': [{ 'ip-address-type': 'ipv4', 'ip-address': '127.0.0.1', prefix: 8 }],
}

function shown(nic: GuestNic, at: number, cloudInit: Readonly<Record<string, string>>) {
  const mac = nic.mac.toLowerCase()
  const addresses = readNetworkSettings(cloudInit)
    .cards.filter((card) => card.mac === mac)
    .flatMap((card) => card.addresses)
    .map((cidr) => cidr.split('/'))
    .map(([address, prefix]) => ({ 'ip-address-type': 'ipv4', 'ip-address': address, prefix: Number(prefix) }))
  return { name: `eth${at}`, 'hardware-address': mac, 'ip-addresses': addresses }
}
