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
  // Whether it has one is asked right before it is given one.
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
    await retrying(tools.clock, FIRST_APPLY_RULES, options, () => apply(tools, telling, address, config))
  },
}

async function apply(tools: Tools, { progress, signal }: Telling, address: string, config: string): Promise<void> {
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
  const { node, close } = talos.maintenance(address, state.fingerprint)
  try {
    const { warnings } = await applyConfig(node, config, { mode: 'auto', signal })
    for (const warning of warnings) progress(`Talos warns: ${warning}`)
  } finally {
    close()
  }
}
