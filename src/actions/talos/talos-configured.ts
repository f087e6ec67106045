import { machineStatus } from '../../talos/cosi/kinds.ts'
import { getSingle } from '../../talos/cosi/read.ts'
import { addressNow } from '../address.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import type { Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'

/** A control plane stays in `booting` until etcd has begun, so that is far enough. */
const FAR_ENOUGH = ['booting', 'running']

/** Waits until a machine runs with the cluster's config. */
export const talosConfigured: Handler<'talos.configured'> = {
  minutes: 20,
  done: async ({ machine }, tools) => 'value' in (await look(tools, machine)),
  run: async ({ machine }, tools, telling) => {
    await until(tools, telling, () => look(tools, machine))
  },
}

async function look(tools: Tools, name: string): Promise<Look<true>> {
  const address = await addressNow(tools, machineNamed(tools, name))
  if (address === undefined) return { waiting: 'it has no address' }
  const talos = await tools.talos()
  const state = await talos.probe(address, 5_000)
  if (state.kind === 'unreachable') {
    // Another boot may have another address.
    tools.learnt.delete(name)
    return { waiting: state.reason.message }
  }
  if (state.kind !== 'ours') return { waiting: 'it does not use its config yet' }
  return await patiently(async () => {
    const status = await getSingle(talos.cluster([address]).node(address), machineStatus, { fresh: true })
    return FAR_ENOUGH.includes(status?.stage ?? '')
      ? { value: true }
      : { waiting: `it is ${status?.stage ?? 'starting'}` }
  })
}
