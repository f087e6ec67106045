import { mapBounded } from '../live/bounded.ts'
import { UserError } from '../user-error.ts'
import { knownAddresses } from './address.ts'
import type { Handler } from './handler.ts'
import type { Tools } from './tools.ts'

/** Deletes the secrets of a cluster of which nothing is left. */
export const secretsDelete: Handler<'secrets.delete'> = {
  minutes: 5,
  done: async (_, { home }) => !(await home.hasAnySecrets()),
  run: async (_, tools) => {
    await requireGone(tools)
    await tools.home.deleteSecrets()
  },
}

const PROBE_MS = 5_000
const AT_ONCE = 32

/** Proxmox does not show a machine to those without a right to see it, and nobody could ever open it again. */
async function requireGone(tools: Tools): Promise<void> {
  if (!(await tools.home.hasSecrets())) return
  const talos = await tools.talos()
  const known = await knownAddresses(tools, tools.desired.machines)
  const states = await mapBounded(known, AT_ONCE, async ({ machine, address }) => ({
    machine,
    address,
    state: await talos.probe(address, PROBE_MS),
  }))
  const alive = states.find(({ state }) => state.kind === 'ours')
  if (alive === undefined) return
  const { machine, address } = alive
  throw new UserError('machine-alive', `the secrets stay, since ${machine.name} still answers at ${address}`, {
    hint: 'if Proxmox does not show its VM, see to the rights on it: talmox doctor',
  })
}
