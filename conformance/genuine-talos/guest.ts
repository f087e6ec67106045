import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import type { Guest, GuestFactory, Hardware, Machine } from '../../sim/guest/guest.ts'
import { scriptedAgent } from '../../sim/guest/scripted-agent.ts'
import { readNetworkSettings } from '../../sim/talos/network/platform.ts'
import { withAgent } from '../proxmox/addressed-guests.ts'

/** Where genuine machines live, as `surroundings.sh` made it. */
export interface Lab {
  /** The folder of their disks and logs. */
  readonly run: string
  /** Told of what goes wrong while a machine is switched on or off. */
  readonly failed: (message: string) => void
}

/** Guests that are genuine Talos machines in namespaces of their own, with the address of their cloud-init drive. */
export function genuineGuests(lab: Lab): GuestFactory {
  return (vmid) => withAgent(genuineGuest(lab, vmid))
}

/**
 * A machine takes seconds to be set up and cleared away, and the hypervisor waits for neither: what it asks for is done
 * in turn. The disk is a folder and outlives the power. The agent, an extension that is not built here, stands beside it.
 */
function genuineGuest({ run, failed }: Lab, vmid: number): Guest {
  let turn = Promise.resolve()
  const ask = scriptedAgent({})
  let plugged: { readonly machine: Machine } | undefined
  const inTurn = (step: () => Promise<unknown>) => {
    turn = turn.then(step).then(
      () => undefined,
      (error: unknown) => failed(`machine ${vmid}: ${error instanceof Error ? error.message : error}`),
    )
  }
  const switchOn = (hardware: Hardware, machine: Machine) => {
    const own = { machine }
    plugged = own
    inTurn(async () => {
      await script('node-up.sh', [String(vmid)], settingsOf(hardware))
      onceEnded(readFileSync(path.join(run, `node${vmid}.pid`), 'utf8').trim(), () => {
        if (plugged === own) machine.halt()
      })
    })
  }
  const switchOff = (...flags: readonly string[]) => {
    plugged = undefined
    inTurn(() => script('node-down.sh', [String(vmid), ...flags]))
  }
  return {
    powerOn: switchOn,
    powerOff: () => switchOff(),
    discard: () => switchOff('--wipe'),
    reset(hardware) {
      const machine = plugged?.machine
      if (machine === undefined) return
      switchOff()
      switchOn(hardware, machine)
    },
    pressPowerButton: () => inTurn(() => script('node-button.sh', [String(vmid)])),
    changeHardware: () => undefined,
    unplug: () => true,
    agent: async (command) => (plugged === undefined ? undefined : ask(command)),
  }
}

/** What the firmware and the platform tell a machine about itself. */
function settingsOf({ name, nics, cloudInit = {} }: Hardware): Readonly<Record<string, string>> {
  const mac = nics[0]?.mac.toLowerCase() ?? ''
  const card = readNetworkSettings(cloudInit).cards.find((one) => one.mac === mac)
  const [address, prefix] = card?.addresses[0]?.split('/') ?? []
  if (address === undefined || prefix === undefined) throw new Error('its cloud-init drive has no address')
  return { NAME: name, MAC: mac, ADDRESS: address, PREFIX: prefix }
}

const run = promisify(execFile)

async function script(name: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  await run(path.join(import.meta.dirname, name), args, { env: { ...process.env, ...settings } })
}

/** Calls back when a process that is not ours to wait for has ended. */
function onceEnded(pid: string, ended: () => void): void {
  const watch = spawn('tail', [`--pid=${pid}`, '-f', '/dev/null'], { stdio: 'ignore' })
  watch.unref()
  watch.once('exit', ended)
}
