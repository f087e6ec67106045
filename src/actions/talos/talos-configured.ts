import type { ActionData, Offering } from '../../plan/action.ts'
import type { Machine } from '../../resolve/desired.ts'
import { machineStatus } from '../../talos/cosi/kinds.ts'
import { UserError } from '../../user-error.ts'
import { addressNow } from '../address.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import type { Telling, Tools } from '../tools.ts'
import { type Look, patiently, until } from '../until.ts'
import { watchFor } from './until-resource.ts'

/** A control plane stays in `booting` until etcd has begun, so that is far enough. */
const FAR_ENOUGH = ['booting', 'running']

type Data = ActionData['talos.configured']

/** Waits until a machine runs with the cluster's config. */
export const talosConfigured: Handler<'talos.configured'> = {
  minutes: 20,
  done: async () => false,
  run: async (data, tools, telling) => {
    await until(tools, telling, () => look(tools, data, telling))
  },
}

const judge = (status: { readonly stage: string } | undefined): Look<true> =>
  FAR_ENOUGH.includes(status?.stage ?? '') ? { value: true } : { waiting: `it is ${status?.stage ?? 'starting'}` }

async function look(tools: Tools, { machine: name, offered }: Data, telling: Telling): Promise<Look<true>> {
  const machine = machineNamed(tools, name)
  const address = await addressNow(tools, machine)
  if (address === undefined) return { waiting: silence(tools, machine, offered, 'it has no address') }
  const talos = await tools.talos()
  // What waits for a config although one was left for it has to be told apart; one that was sent is taken soon.
  const state = await (offered === undefined ? talos.showsOurs(address, 5_000) : talos.identify(address, 5_000))
  if (state.kind === 'unreachable') {
    // Another boot may have another address.
    tools.learnt.delete(name)
    return { waiting: silence(tools, machine, offered, state.reason.message) }
  }
  if (state.kind === 'maintenance' && offered !== undefined) throw overlooked(machine, offered)
  if (state.kind !== 'ours') return { waiting: 'it does not use its config yet' }
  const node = talos.cluster([address]).node(address)
  return await patiently(() => watchFor(telling, { node, kind: machineStatus, id: machineStatus.id, judge }))
}

/** What is to be looked at while a machine that finds its config by itself does not answer. */
function silence(
  { configServer, desired }: Tools,
  { uuid }: Machine,
  offered: Offering | undefined,
  reason: string,
): string {
  const { address, port } = desired.talos.configServer ?? {}
  if (offered === 'smbios' && !configServer.wasFetched(uuid)) {
    return `it has not fetched its config from ${address} port ${port}; it needs an address by DHCP and a way there`
  }
  return offered === 'cidata' ? `${reason}; its console shows whether it took the config from its CD` : reason
}

const PLACES: Readonly<Record<Offering, string>> = { cidata: 'on its CD', smbios: 'at the address in its SMBIOS' }

/** Talos without a config would wait for ever. */
const overlooked = ({ name }: Machine, offered: Offering) =>
  new UserError('config-overlooked', `${name} waits for a config, and did not take the one ${PLACES[offered]}`, {
    hint: 'its console says why; run again to have the config sent over the API',
  })
