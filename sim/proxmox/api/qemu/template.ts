import type { Vm } from '../../../world/vm.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { checkLock, isTemplate, locked } from './config/config-lock.ts'
import { loadVm } from './config/vm-file.ts'
import { makeBases } from './disks/base-volume.ts'
import { runTask } from './status/task.ts'

type TemplateCall = Call<{ vmid: number; disk?: string }>

const CONVERT_MILLISECONDS = 300

function convert(call: TemplateCall): string {
  const { vmid, disk } = call.params
  check(call)
  return runTask(call, 'qmtemplate', (worker) =>
    locked(call, vmid, async () => {
      const vm = check(call)
      await worker.sleep(CONVERT_MILLISECONDS)
      vm.config.template = '1'
      makeBases(call, vm, disk)
    }),
  )
}

function check(call: TemplateCall): Vm {
  const vm = loadVm(call, call.params.vmid)
  checkLock(vm)
  if (vm.snapshots.length > 0) throw died('unable to create template, because VM contains snapshots')
  if (isTemplate(vm) && call.params.disk === undefined) throw died("you can't convert a template to a template")
  if (vm.run !== undefined) throw died("you can't convert a VM to template if VM is running")
  return vm
}

/** Turning machines into templates. */
export const templateHandlers: Handlers = { 'POST /nodes/{node}/qemu/{vmid}/template': convert }
