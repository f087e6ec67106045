import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { Vm } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import { isAgentEnabled, isAgentRunning } from '../agent/agent.ts'
import type { Asking, Job } from '../asking.ts'
import { checkLock, locked } from '../config/config-lock.ts'
import { requireVm } from '../config/vm-file.ts'
import { endRun } from './run.ts'

/** How a machine is to be stopped. */
export interface StopOptions {
  readonly skipLock?: boolean | undefined
  readonly seconds?: number | undefined
  /** Asks the guest first. */
  readonly shutdown: boolean
  /** Cuts the power when the guest does not obey. */
  readonly force: boolean
}

const QUIT_MILLISECONDS = 300
const PATIENCE_SECONDS = 60

/** Stops a machine, while nobody else changes it. */
export function stopVm(asking: Asking, job: Job, vmid: number, options: StopOptions): Promise<void> {
  return locked(asking, vmid, () => stopLocked(asking, job, vmid, options))
}

/** Stops a machine whose configuration is locked already. */
export async function stopLocked(asking: Asking, job: Job, vmid: number, options: StopOptions): Promise<void> {
  const vm = requireVm(asking, vmid)
  if (vm.run === undefined) return
  if (!options.skipLock) checkLock(vm)
  if (!options.shutdown) {
    await job.sleep(QUIT_MILLISECONDS)
    endRun(asking, vm)
    return
  }
  const asked = await askGuest(asking, job, vm)
  if (asked && (await isOffWithin(job, vm, options.seconds ?? startupPatience(vm) ?? PATIENCE_SECONDS))) return
  const complaint = asked ? 'VM still running' : 'VM quit/powerdown failed'
  if (!options.force) throw died(asked ? 'VM quit/powerdown failed - got timeout' : complaint)
  job.log(`${complaint} - terminating now with SIGTERM`)
  await job.sleep(QUIT_MILLISECONDS)
  endRun(asking, vm)
}

function startupPatience({ config }: Vm): number | undefined {
  return config.startup === undefined ? undefined : parse('startup', config.startup).down
}

/** Tells whether the wish has reached somebody: the agent may refuse it, the power button cannot. */
async function askGuest(asking: Asking, job: Job, vm: Vm): Promise<boolean> {
  const guest = asking.sim.guests.of(vm.vmid)
  if (isAgentEnabled(vm)) {
    if (await isAgentRunning(asking, job, vm)) {
      const answer = await guest.agent('guest-shutdown', {})
      return answer !== undefined && 'result' in answer
    }
    job.log(`QEMU Guest Agent is not running - VM ${vm.vmid} qga command 'guest-ping' failed - got timeout`)
  }
  guest.pressPowerButton()
  return true
}

async function isOffWithin(job: Job, vm: Vm, seconds: number): Promise<boolean> {
  for (let left = seconds; left > 0 && vm.run !== undefined; left--) await job.sleep(1000)
  return vm.run === undefined
}
