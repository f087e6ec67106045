import type { Offering } from '../../plan/action.ts'
import type { Machine } from '../../resolve/desired.ts'
import { type NocloudSeed, nocloudSeed } from '../../talos/from-desired/nocloud.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import type { Telling, Tools } from '../tools.ts'
import { insertCd } from './insert-cd.ts'
import { leadToServer } from './lead-to-server.ts'

/** Puts a config where a machine finds it. */
type Offer = (tools: Tools, telling: Telling, machine: Machine, seed: NocloudSeed) => Promise<void>

const OFFERS: Readonly<Record<Offering, Offer>> = { cidata: insertCd, smbios: leadToServer }

/** Puts the config of a machine where it finds it when it starts. */
export const configOffer: Handler<'config.offer'> = {
  minutes: 10,
  // What an earlier run laid out may be of another file, and nobody serves it any more.
  done: async () => false,
  run: async ({ machine: name, by }, tools, telling) => {
    const machine = machineNamed(tools, name)
    const seed = nocloudSeed(machine, tools.desired.network, await tools.home.machineConfig(machine))
    await OFFERS[by](tools, telling, machine, seed)
  },
}
