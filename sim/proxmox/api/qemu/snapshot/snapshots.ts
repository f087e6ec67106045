import type { Call, Handlers } from '../../../call.ts'
import { checkLock, locked } from '../config/config-lock.ts'
import { snapshotConfig } from '../config/read.ts'
import { reread } from '../config/stored-value.ts'
import { digestOf, loadVm } from '../config/vm-file.ts'
import { createSnapshot } from './create.ts'
import { existingSnapshot, removeSnapshot } from './remove.ts'
import { rollback } from './rollback.ts'

type SnapshotCall = Call<{ vmid: number; snapname: string }>

function list(call: Call<{ vmid: number }>) {
  const vm = loadVm(call, call.params.vmid)
  const parent = (each: { readonly parent?: string }) => (each.parent === undefined ? {} : { parent: each.parent })
  return [
    ...vm.snapshots.map((each) => ({
      name: each.name,
      snaptime: each.time,
      vmstate: each.vmstate === undefined ? 0 : 1,
      description: each.description ?? '',
      ...parent(each),
      ...(each.state === undefined ? {} : { snapstate: each.state }),
    })),
    {
      name: 'current',
      digest: digestOf(vm),
      running: vm.run === undefined ? 0 : 1,
      description: 'You are here!',
      ...parent(vm),
    },
  ]
}

function read(call: SnapshotCall) {
  return snapshotConfig(loadVm(call, call.params.vmid), call.params.snapname)
}

async function describe(call: Call<{ vmid: number; snapname: string; description?: string }>): Promise<null> {
  const { vmid, snapname, description } = call.params
  if (description === undefined) return null
  await locked(call, vmid, () => {
    const vm = loadVm(call, vmid)
    checkLock(vm)
    const snapshot = existingSnapshot(vm, snapname)
    const text = reread('description', description)
    if (text === undefined) delete snapshot.description
    else snapshot.description = text
  })
  return null
}

/** Kept states of machines. */
export const snapshotHandlers: Handlers = {
  'GET /nodes/{node}/qemu/{vmid}/snapshot': list,
  'POST /nodes/{node}/qemu/{vmid}/snapshot': createSnapshot,
  'GET /nodes/{node}/qemu/{vmid}/snapshot/{snapname}': () => [{ cmd: 'rollback' }, { cmd: 'config' }],
  'DELETE /nodes/{node}/qemu/{vmid}/snapshot/{snapname}': removeSnapshot,
  'GET /nodes/{node}/qemu/{vmid}/snapshot/{snapname}/config': read,
  'PUT /nodes/{node}/qemu/{vmid}/snapshot/{snapname}/config': describe,
  'POST /nodes/{node}/qemu/{vmid}/snapshot/{snapname}/rollback': rollback,
}
