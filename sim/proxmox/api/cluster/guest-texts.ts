import type { Vm, VmConfig } from '../../../world/vm.ts'

/** What the row of a guest is made from, beside what the guest says itself and the time. */
export interface AboutGuest {
  readonly pool?: string | undefined
  readonly hastate?: string | undefined
  /** Processors of the host. */
  readonly cpus?: number | undefined
}

/** Rows of guests as JSON: the list is long and asked for again and again, so a row is written anew only when it differs. */
export interface GuestTexts {
  /** The row of a guest that is up for so many seconds, which is all of the time that a row shows. */
  readonly write: (vm: Vm, about: AboutGuest, uptime: number, row: () => GuestRow) => string
}

/** A row as it is shown: plain values. */
export type GuestRow = Readonly<Record<string, string | number | undefined>> & { readonly uptime: number }

interface Written {
  readonly about: AboutGuest
  readonly node: string
  readonly running: boolean
  readonly config: VmConfig
  readonly keys: number
  /** The text around the seconds. */
  readonly before: string
  readonly after: string
}

/** Makes a writer that has written nothing yet. */
export function createGuestTexts(): GuestTexts {
  const written = new WeakMap<Vm, Written>()
  return {
    write(vm, about, uptime, row) {
      let text = written.get(vm)
      if (text === undefined || !isStill(text, vm, about)) {
        text = writeRow(vm, about, row())
        written.set(vm, text)
      }
      return text.before + uptime + text.after
    },
  }
}

function isStill(text: Written, { node, run, config }: Vm, { pool, hastate, cpus }: AboutGuest): boolean {
  const { about } = text
  if (text.node !== node || text.running !== (run !== undefined)) return false
  if (about.pool !== pool || about.hastate !== hastate || about.cpus !== cpus) return false
  let keys = 0
  for (const key in config) {
    if (config[key] !== text.config[key]) return false
    keys += 1
  }
  return keys === text.keys
}

const UPTIME = '"uptime":'

function writeRow({ node, run, config }: Vm, about: AboutGuest, row: GuestRow): Written {
  const text = JSON.stringify({ ...row, uptime: 0 })
  // Quotes within texts are escaped, so that the key is never found inside one.
  const at = text.indexOf(UPTIME) + UPTIME.length
  return {
    about,
    node,
    running: run !== undefined,
    config: { ...config },
    keys: Object.keys(config).length,
    before: text.slice(0, at),
    after: text.slice(at + 1),
  }
}
