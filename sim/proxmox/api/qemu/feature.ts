import type { VmConfig } from '../../../world/vm.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { existingStorage, isEnabled, isShared, nodesOf } from '../storage/definition.ts'
import { requireVm } from './config/vm-file.ts'
import { configHasFeature } from './disks/features.ts'
import { drivesOf } from './drive/drive.ts'
import { splitVolumeId } from './drive/volume-id.ts'

type FeatureCall = Call<{ vmid: number; feature: 'snapshot' | 'clone' | 'copy'; snapname?: string }>

function feature(call: FeatureCall) {
  const { vmid, feature: wanted, snapname } = call.params
  const vm = requireVm(call, vmid)
  const snapshot = vm.snapshots.find((each) => each.name === snapname)
  if (snapname !== undefined && snapshot === undefined) throw died(`snapshot '${snapname}' does not exist`)
  const config = snapshot?.config ?? vm.config
  return {
    hasFeature: configHasFeature(call, wanted, config, snapname) ? 1 : 0,
    nodes: nodesWithDisks(call, config),
  }
}

/** The nodes that reach every disk of a configuration. */
function nodesWithDisks({ sim, node }: Pick<Call, 'sim' | 'node'>, config: VmConfig): readonly string[] {
  let nodes: readonly string[] = sim.world.hosts.map((host) => host.name)
  for (const [, { file }] of drivesOf(config)) {
    const parts = splitVolumeId(file)
    if (parts === undefined) continue
    const storage = existingStorage(sim.world, parts.storage)
    if (nodesOf(storage) !== undefined || !isEnabled(storage, node)) {
      nodes = nodes.filter((each) => isEnabled(storage, each))
    } else if (!isShared(storage)) nodes = nodes.filter((each) => each === node)
  }
  return nodes
}

/** What a machine's disks can do. */
export const featureHandlers: Handlers = { 'GET /nodes/{node}/qemu/{vmid}/feature': feature }
