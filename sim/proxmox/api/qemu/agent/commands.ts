import type { Call, Handler, Handlers, RestHandlers } from '../../../call.ts'
import { loadVm } from '../config/vm-file.ts'
import { agentResult, askAgent } from './agent.ts'

const GET = [
  ...['get-fsinfo', 'get-host-name', 'get-memory-block-info', 'get-memory-blocks', 'get-osinfo', 'get-time'],
  ...['get-timezone', 'get-users', 'get-vcpus', 'info', 'network-get-interfaces'],
]
const POST = [
  ...['fsfreeze-freeze', 'fsfreeze-status', 'fsfreeze-thaw', 'fstrim', 'ping', 'shutdown'],
  ...['suspend-disk', 'suspend-hybrid', 'suspend-ram'],
]

type VmCall = Call<{ vmid: number }>

/** The agent's own errors are part of the answer. */
async function ask(call: VmCall, command: string) {
  const answer = await askAgent(call, loadVm(call, call.params.vmid), command)
  return { result: 'error' in answer ? { error: answer.error } : answer.result }
}

const path = '/nodes/{node}/qemu/{vmid}/agent'

function byName(
  verb: 'GET' | 'POST',
  names: readonly string[],
): readonly (readonly [string, Handler<{ vmid: number }>])[] {
  return names.map((name) => [`${verb} ${path}/${name}`, (call) => ask(call, name)] as const)
}

/** Commands that are handed to the agent as they are. */
export const agentCommandHandlers: RestHandlers = Object.fromEntries([...byName('GET', GET), ...byName('POST', POST)])

async function setPassword(call: Call<{ vmid: number; username: string; password: string; crypted?: boolean }>) {
  const { vmid, username, password, crypted = false } = call.params
  const args = { username, password: Buffer.from(password).toString('base64'), crypted }
  return { result: await agentResult(call, loadVm(call, vmid), 'set-user-password', args) }
}

/** Calls of the agent that take something with them. */
export const agentHandlers: Handlers = {
  'GET /nodes/{node}/qemu/{vmid}/agent': () =>
    [...GET, ...POST, 'exec', 'exec-status', 'file-read', 'file-write', 'set-user-password']
      .sort()
      .map((name) => ({ name })),
  'POST /nodes/{node}/qemu/{vmid}/agent': (call) => ask(call, call.params.command),
  'POST /nodes/{node}/qemu/{vmid}/agent/set-user-password': setPassword,
}
