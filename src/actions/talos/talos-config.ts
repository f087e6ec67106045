import { applyConfig } from '../../talos/api/apply.ts'
import type { TalosNode } from '../../talos/api/node.ts'
import { machineStatus } from '../../talos/cosi/kinds.ts'
import { type HeldConfig, listMachineConfigs } from '../../talos/cosi/machine-config.ts'
import { changesBetween } from '../../talos/document/changes.ts'
import { readDocuments } from '../../talos/document/read.ts'
import type { Document } from '../../talos/document/value.ts'
import { UserError } from '../../user-error.ts'
import { knownAddress } from '../address.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import type { Telling, Tools } from '../tools.ts'
import { whileAway } from '../while-away.ts'
import { nodeAt } from './control-planes.ts'
import { type Absence, untilMember } from './etcd-health.ts'
import { lastingTrouble } from './lasting-trouble.ts'
import { rebootAndWait } from './reboot.ts'
import { settledBy } from './settled.ts'
import { untilResource } from './until-resource.ts'

/** Changes the config of a machine in the gentlest way that Talos allows: at once, or staged with a reboot behind it. */
export const talosConfig: Handler<'talos.config'> = {
  minutes: 60,
  done: async ({ machine }, tools) => {
    const wanted = readDocuments(await tools.home.machineConfig(machineNamed(tools, machine)))
    const node = await nodeAt(tools, await knownAddress(tools, machineNamed(tools, machine)))
    const { active, persistent } = await listMachineConfigs(node)
    // One that is staged is not in force before a reboot.
    return [active, persistent].every((held) => held !== undefined && isSame(held, wanted))
  },
  run: async ({ machine: name }, tools, telling) => {
    const machine = machineNamed(tools, name)
    const node = await nodeAt(tools, await knownAddress(tools, machine))
    const config = await tools.home.machineConfig(machine)
    const reboots = await needsReboot(node, config)
    if (machine.role === 'controlplane') await gate(tools, telling, name, reboots ? 'restart' : 'none')
    if (reboots) {
      telling.progress('Talos can only take this with a reboot')
      await whileAway(tools, telling, machine, async () => {
        await applyConfig(node, config, { mode: 'staged', signal: telling.signal })
        await rebootAndWait(tools, telling, node)
      })
    } else {
      await applyConfig(node, config, { mode: 'no-reboot', signal: telling.signal })
    }
    await settle(tools, telling, node)
    if (machine.role === 'controlplane') await untilMember(tools, telling, node)
  },
}

const isSame = ({ text }: HeldConfig, wanted: readonly Document[]): boolean =>
  changesBetween(readDocuments(text), wanted).length === 0

/** No control plane is touched while another one is not well. */
async function gate(tools: Tools, telling: Telling, name: string, absence: Absence): Promise<void> {
  const trouble = await lastingTrouble(tools, telling, name, absence)
  if (trouble === undefined) return
  throw new UserError('etcd-unhealthy', `${name} keeps its config, since etcd is not well: ${trouble}`, {
    hint: 'mend etcd first, then run again',
  })
}

const IMMEDIATELY = /can't be applied in immediate mode/

/** Talos itself knows which changes need a reboot, and says so without doing anything. */
async function needsReboot(node: TalosNode, config: string): Promise<boolean> {
  try {
    await applyConfig(node, config, { mode: 'no-reboot', dryRun: true })
    return false
  } catch (error) {
    if (error instanceof UserError && error.code === 'talos-invalid' && IMMEDIATELY.test(error.message)) return true
    throw error
  }
}

async function settle(tools: Tools, telling: Telling, node: TalosNode): Promise<void> {
  await untilResource(tools, telling, { node, kind: machineStatus, id: machineStatus.id, judge: settledBy })
}
