import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { AgentAnswer } from '../../../../guest/guest.ts'
import type { Vm } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import type { Asking, Job } from '../asking.ts'
import { silentJob } from '../asking.ts'

/** Whether a machine has a channel to a guest agent. */
export const isAgentEnabled = ({ config }: Vm): boolean =>
  config.agent !== undefined && parse('agent', config.agent).enabled

/** How long an agent may take to say that it is there. */
const PING_MILLISECONDS = 3000

/** Whether an agent answers inside a running machine. */
export async function isAgentRunning({ sim }: Pick<Asking, 'sim'>, job: Pick<Job, 'sleep'>, vm: Vm): Promise<boolean> {
  const answer = isAgentEnabled(vm) ? await sim.guests.of(vm.vmid).agent('guest-ping', {}) : undefined
  if (answer === undefined) await job.sleep(PING_MILLISECONDS)
  return answer !== undefined
}

/** Hands a command to the agent of a machine; refuses when nobody can hear it. */
export async function askAgent(
  asking: Pick<Asking, 'sim'>,
  vm: Vm,
  command: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<AgentAnswer> {
  if (vm.config.agent === undefined) throw died('No QEMU guest agent configured')
  if (vm.run === undefined) throw died(`VM ${vm.vmid} is not running`)
  if (!(await isAgentRunning(asking, silentJob(asking.sim), vm))) throw died('QEMU guest agent is not running')
  const answer = await asking.sim.guests.of(vm.vmid).agent(`guest-${command}`, args)
  if (answer === undefined) throw died(`VM ${vm.vmid} qga command 'guest-${command}' failed - got timeout`)
  return answer
}

/** The same for calls whose own answer depends on it: an error of the agent is theirs. */
export async function agentResult(
  asking: Pick<Asking, 'sim'>,
  vm: Vm,
  command: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const answer = await askAgent(asking, vm, command, args)
  if ('error' in answer) throw died(`Agent error: ${answer.error.desc}`)
  return answer.result
}
