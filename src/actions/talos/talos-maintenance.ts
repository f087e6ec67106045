import { UserError } from '../../user-error.ts'
import { addressNow } from '../address.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import type { Tools } from '../tools.ts'
import { type Look, until } from '../until.ts'

/** Waits until Talos answers, with or without a config. */
export const talosMaintenance: Handler<'talos.maintenance'> = {
  minutes: 15,
  done: async () => false,
  run: async ({ machine }, tools, telling) => {
    await until(tools, telling, () => look(tools, machine))
  },
}

async function look(tools: Tools, name: string): Promise<Look<true>> {
  const address = await addressNow(tools, machineNamed(tools, name))
  if (address === undefined) return { waiting: 'it has no address yet' }
  const state = await (await tools.talos()).identify(address, 5_000)
  if (state.kind === 'maintenance') tools.unconfigured.set(address, state.fingerprint)
  if (state.kind === 'maintenance' || state.kind === 'ours') return { value: true }
  if (state.kind === 'unreachable') {
    // Another boot may have another address.
    tools.learnt.delete(name)
    return { waiting: state.reason.message }
  }
  const { commonName = 'without a name' } = state.certificate
  throw new UserError('talos-foreign', `the machine at ${address} is ${commonName} of another cluster`, {
    hint: `an address used twice, or ${name} was installed with other secrets`,
  })
}
