import type { Guest, GuestFactory, Hardware, Machine } from '../guest/guest.ts'
import { askAgent } from './agent.ts'
import { powerOff, powerOn, reset, resume } from './boot/power.ts'
import { volumeOf } from './disk.ts'
import { requestSequence } from './sequence/run.ts'
import { settle } from './settle.ts'
import type { Talos } from './talos.ts'

/** Guests that are Talos wherever a drive holds it; what every other machine is, somebody else says. */
export function talosGuests(talos: Talos, others: GuestFactory): GuestFactory {
  return (vmid) => talosGuest(talos, vmid, others(vmid))
}

function talosGuest(talos: Talos, vmid: number, other: Guest): Guest {
  const running = () => talos.nodes.get(vmid)
  const start = (hardware: Hardware, machine: Machine) => {
    if (holdsTalos(talos, hardware)) powerOn(talos, hardware, machine)
    else other.powerOn(hardware, machine)
  }
  return {
    powerOn: start,
    resume(hardware, machine) {
      if (talos.state.machines[vmid] === undefined) start(hardware, machine)
      else resume(talos, vmid, machine)
    },
    powerOff() {
      const node = running()
      if (node === undefined) other.powerOff()
      else powerOff(node)
    },
    reset(hardware) {
      const node = running()
      if (node === undefined) other.reset(hardware)
      else reset(node, hardware)
    },
    pressPowerButton() {
      const node = running()
      if (node === undefined) return other.pressPowerButton()
      if (node.state.image === undefined) return
      requestSequence(node, 'shutdown', '', { graceful: true })
      settle(node)
    },
    changeHardware(hardware) {
      const node = running()
      if (node === undefined) other.changeHardware(hardware)
      else node.state.hardware = hardware
    },
    unplug(key) {
      const node = running()
      return node === undefined ? other.unplug(key) : node.state.image !== undefined
    },
    async agent(command, args) {
      const node = running()
      return node === undefined ? other.agent(command, args) : askAgent(node, command)
    },
  }
}

const holdsTalos = ({ world }: Talos, { disks, node }: Hardware): boolean =>
  disks.some(({ volume }) => volumeOf(world, node, volume)?.image !== undefined)
