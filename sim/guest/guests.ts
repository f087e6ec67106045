import type { Guest, GuestFactory } from './guest.ts'

/** The guests of a datacenter by the number of their machine. */
export interface Guests {
  readonly of: (vmid: number) => Guest
  /** Forgets the guest of a machine that is gone. */
  readonly forget: (vmid: number) => void
}

/** Keeps one guest for each machine, made when it is first needed. */
export function createGuests(make: GuestFactory): Guests {
  const known = new Map<number, Guest>()
  return {
    of(vmid) {
      const guest = known.get(vmid) ?? make(vmid)
      known.set(vmid, guest)
      return guest
    },
    forget(vmid) {
      known.get(vmid)?.discard?.()
      known.delete(vmid)
    },
  }
}
