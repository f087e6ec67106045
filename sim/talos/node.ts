import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import type { Machine } from '../guest/guest.ts'
import type { Listener } from '../network/network.ts'
import type { MachineConfig } from './config/machine-config.ts'
import type { ServedKubernetes } from './kubernetes/serve.ts'
import type { StepName } from './steps.ts'
import type { Talos } from './talos.ts'
import type { MachineState } from './world.ts'

/** A machine that runs Talos. */
export interface Node {
  readonly talos: Talos
  /** What it has in memory; a new one for each boot. */
  state: MachineState
  /** What it can do to its own hardware. */
  readonly machine: Machine
  readonly live: Live
}

/** What a machine has only as long as this process runs: connections and those who listen. */
export interface Live {
  /** Where it answers, by address and port. */
  readonly listening: Map<string, Listener>
  readonly sessions: Set<ServerHttp2Session>
  /** Made upon the first connection, and again when the certificate changes or is half over. */
  server?: { readonly server: Http2SecureServer; readonly renewAt: number }
  /** Told when anything about the machine may have changed. */
  readonly watchers: Set<() => void>
  /** Ends every call that is being answered. */
  ending: AbortController
  /** The API server of a control plane, made upon the first connection, and again when its certificate changes. */
  kubernetes?: ServedKubernetes
  /** Where in the list of all volumes that of a drive was last. */
  readonly volumeAt: Map<string, number>
  /** Whether settings are being fetched. */
  isFetching?: boolean
  parsed?: { readonly text: string; readonly config: MachineConfig }
}

/** A machine with nothing but its memory. */
export const newLive = (): Live => ({
  listening: new Map(),
  sessions: new Set(),
  watchers: new Set(),
  volumeAt: new Map(),
  ending: new AbortController(),
})

/** Does something after a span, unless the machine is switched off before. */
export function later({ talos, state }: Node, step: StepName, milliseconds: number, detail = ''): void {
  const at = talos.clock.now() + milliseconds
  talos.agenda.add({ at, vmid: state.vmid, boot: state.boot, step, detail })
}

/** Forgets what was going to happen. */
export function cancelLater({ talos, state }: Node, step: StepName, detail?: string): void {
  talos.agenda.cancel(state.vmid, (one) => one.step === step && (detail === undefined || one.detail === detail))
}
