import type { Call, Handlers } from '../../../call.ts'
import { loadVm } from '../config/vm-file.ts'
import { agentResult } from './agent.ts'

async function run(call: Call<{ vmid: number; command: readonly (string | number)[]; 'input-data'?: string }>) {
  const { vmid, command, 'input-data': input } = call.params
  const [program, ...args] = command.map(String)
  return agentResult(call, loadVm(call, vmid), 'exec', {
    'capture-output': true,
    path: program,
    arg: args,
    ...(input === undefined ? {} : { 'input-data': Buffer.from(input).toString('base64') }),
  })
}

/** The output comes decoded, and flags as numbers. */
async function status(call: Call<{ vmid: number; pid: number }>) {
  const { vmid, pid } = call.params
  const result = await agentResult(call, loadVm(call, vmid), 'exec-status', { pid })
  if (typeof result !== 'object' || result === null) return result
  return Object.fromEntries(
    Object.entries(result).map(([key, value]) => {
      if (typeof value === 'boolean') return [key, value ? 1 : 0]
      const isOutput = key === 'out-data' || key === 'err-data'
      return [key, isOutput && typeof value === 'string' ? Buffer.from(value, 'base64').toString() : value]
    }),
  )
}

/** Programs that are run inside a guest. */
export const execHandlers: Handlers = {
  'POST /nodes/{node}/qemu/{vmid}/agent/exec': run,
  'GET /nodes/{node}/qemu/{vmid}/agent/exec-status': status,
}
