import { applyConfig } from '../../talos/api/apply.ts'
import { retrying } from '../../talos/api/retry.ts'
import { FIRST_APPLY_RULES } from '../../talos/api/retry-rules.ts'
import { UserError } from '../../user-error.ts'
import { knownAddress } from '../address.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import type { Telling, Tools } from '../tools.ts'

/** Gives a machine its first config. */
export const talosApply: Handler<'talos.apply'> = {
  minutes: 5,
  // A machine takes a config without being known only as long as it has none.
  done: async () => false,
  run: async ({ machine: name }, tools, telling) => {
    const machine = machineNamed(tools, name)
    const address = await knownAddress(tools, machine)
    const config = await tools.home.machineConfig(machine)
    const options = {
      budgetMs: 4 * 60_000,
      signal: telling.signal,
      onRetry: ({ message }: UserError) => telling.progress(message),
    }
    if (await applyToWaiting(tools, telling, address, config)) return
    await retrying(tools.clock, FIRST_APPLY_RULES, options, () => apply(tools, telling, address, config))
  },
}

/** Sends the config to a machine that was just found waiting for one: who shows the same certificate still does. */
async function applyToWaiting(tools: Tools, telling: Telling, address: string, config: string): Promise<boolean> {
  const fingerprint = tools.unconfigured.get(address)
  tools.unconfigured.delete(address)
  if (fingerprint === undefined) return false
  try {
    await send(tools, telling, { address, fingerprint }, config)
    return true
  } catch (error) {
    // What has become of it meanwhile is found out by looking anew.
    if (error instanceof UserError && !telling.signal.aborted) return false
    throw error
  }
}

async function apply(tools: Tools, telling: Telling, address: string, config: string): Promise<void> {
  const talos = await tools.talos()
  const state = await talos.identify(address)
  // An answer that was lost on the way: the config is there.
  if (state.kind === 'ours') return
  if (state.kind === 'unreachable') throw state.reason
  if (state.kind === 'foreign') {
    const { commonName = 'without a name' } = state.certificate
    const message = `the machine at ${address} is ${commonName} of another cluster; it got no config`
    throw new UserError('talos-foreign', message, { hint: 'an address used twice, or installed with other secrets' })
  }
  await send(tools, telling, { address, fingerprint: state.fingerprint }, config)
}

interface Waiting {
  readonly address: string
  readonly fingerprint: string
}

async function send(
  tools: Tools,
  { progress, signal }: Telling,
  { address, fingerprint }: Waiting,
  config: string,
): Promise<void> {
  const { node, close } = (await tools.talos()).maintenance(address, fingerprint)
  try {
    const { warnings } = await applyConfig(node, config, { mode: 'auto', signal })
    for (const warning of warnings) progress(`Talos warns: ${warning}`)
  } finally {
    close()
  }
}
