import type { Clock } from '../world/clock.ts'
import type { Appointment, TalosWorld } from './world.ts'

/** Keeps what will happen as data, and one timer for whatever comes first. */
export interface Agenda {
  readonly add: (appointment: Appointment) => void
  /** Forgets what a machine was going to do. */
  readonly cancel: (vmid: number, matches?: (appointment: Appointment) => boolean) => void
  /** Takes up what a saved world was going to do. */
  readonly resume: () => void
  readonly stop: () => void
}

/** Makes an agenda over the appointments of a world; what is overdue is kept at once, in order. */
export function createAgenda(state: TalosWorld, clock: Clock, keep: (appointment: Appointment) => void): Agenda {
  let timer: { readonly at: number; readonly cancel: () => void } | undefined

  const arm = () => {
    const next = earliest(state.appointments)
    if (next === undefined || (timer !== undefined && timer.at <= next.at)) return
    timer?.cancel()
    timer = { at: next.at, cancel: clock.after(Math.max(0, next.at - clock.now()), fire) }
  }
  const fire = () => {
    timer = undefined
    for (let due = takeDue(state, clock.now()); due !== undefined; due = takeDue(state, clock.now())) keep(due)
    arm()
  }
  return {
    add(appointment) {
      state.appointments.push(appointment)
      arm()
    },
    cancel(vmid, matches = () => true) {
      state.appointments = state.appointments.filter((one) => one.vmid !== vmid || !matches(one))
    },
    resume: arm,
    stop: () => timer?.cancel(),
  }
}

function earliest(appointments: readonly Appointment[]): Appointment | undefined {
  let first: Appointment | undefined
  for (const one of appointments) if (first === undefined || one.at < first.at) first = one
  return first
}

function takeDue(state: TalosWorld, now: number): Appointment | undefined {
  const next = earliest(state.appointments)
  if (next === undefined || next.at > now) return undefined
  state.appointments.splice(state.appointments.indexOf(next), 1)
  return next
}
