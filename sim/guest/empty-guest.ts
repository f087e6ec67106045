import type { Clock } from '../world/clock.ts'
import type { GuestWorld } from '../world/world.ts'
import type { Guest, GuestFactory, Machine } from './guest.ts'
import { scriptedAgent } from './scripted-agent.ts'

/** How long a guest that listens to the power button takes to shut down. */
const SHUTDOWN_MILLISECONDS = 2000

/**
 * Guests that nobody simulates: disks are never read and no network answers. The world says whether they obey the
 * power button as if an operating system were there, and what a guest agent would answer.
 */
export function emptyGuests(behaviour: GuestWorld, clock: Clock): GuestFactory {
  return () => emptyGuest(behaviour, clock)
}

function emptyGuest(behaviour: GuestWorld, clock: Clock): Guest {
  let machine: Machine | undefined
  let cancelShutdown = () => {}
  const ask = scriptedAgent(behaviour.agent)
  return {
    powerOn(_, own) {
      machine = own
    },
    powerOff() {
      cancelShutdown()
      machine = undefined
    },
    reset: () => cancelShutdown(),
    pressPowerButton() {
      if (behaviour.acpi) cancelShutdown = clock.after(SHUTDOWN_MILLISECONDS, () => machine?.halt())
    },
    changeHardware: () => {},
    unplug: () => behaviour.acpi,
    agent: async (command) => (machine === undefined ? undefined : ask(command)),
  }
}
