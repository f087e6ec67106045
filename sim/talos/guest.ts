import type { AgentAnswer, Guest, GuestFactory } from '../guest/guest.ts'
import { powerOff, powerOn, reset } from './boot/power.ts'
import type { Talos } from './talos.ts'

/** Guests whose disks may hold Talos. */
export function talosGuests(talos: Talos): GuestFactory {
  return (vmid) => talosGuest(talos, vmid)
}

function talosGuest(talos: Talos, vmid: number): Guest {
  const node = () => talos.nodes.get(vmid)
  return {
    powerOn: (hardware, machine) => void powerOn(talos, hardware, machine),
    powerOff() {
      const running = node()
      if (running !== undefined) powerOff(running)
    },
    reset(hardware) {
      const running = node()
      if (running !== undefined) reset(running, hardware)
    },
    pressPowerButton: () => {},
    changeHardware(hardware) {
      const running = node()
      if (running !== undefined) running.state.hardware = hardware
    },
    unplug: () => node()?.state.image !== undefined,
    agent: async (): Promise<AgentAnswer | undefined> => undefined,
  }
}
