import { expect, test } from 'vitest'
import { armFaults } from '../../../sim/faults/faults.ts'
import { faultRule } from '../../../sim/faults/rule.ts'
import { vmCreate } from '../../../src/actions/proxmox/vm-create.ts'
import { originOf } from '../../../src/factory/machine-image.ts'
import { ensureImage } from '../../../src/proxmox/images/ensure-image.ts'
import { ensureTemplate } from '../../../src/proxmox/images/ensure-template.ts'
import { imageFor } from '../../../src/proxmox/images/image-for.ts'
import { templateFor } from '../../../src/proxmox/images/template-for.ts'
import type { Desired, Machine } from '../../../src/resolve/desired.ts'
import { type Lab, SCHEMATIC, tasksOf, threeHosts, withLab } from '../../proxmox/images/support.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'
import { proxmoxTools } from './proxmox-tools.ts'

/** Puts there what the first machine of a cluster is made from. */
async function prepare({ proxmox }: Lab, desired: Desired, machine: Machine): Promise<void> {
  const origin = originOf(desired.talos.factory, machine.image, SCHEMATIC)
  const template = templateFor(machine, desired, origin)
  const image = imageFor(machine, origin)
  if (template !== undefined) await ensureTemplate(proxmox, template)
  else if (image !== undefined) await ensureImage(proxmox, 'pve1', image)
}

test.each([
  ['made', { mode: 'import' }, '/nodes/*/qemu', 'qmcreate'],
  ['cloned', { mode: 'template', template: { name: 'talos-base', clone: 'full' } }, '/nodes/*/qemu/*/clone', 'qmclone'],
])(
  'a machine that is being %s when the answer is lost is waited for, and is whole in the end',
  (_, image, path, task) =>
    withLab(
      async (lab) => {
        const proxmox = { hosts: ['pve1'], storage: { disks: 'thin' } }
        const desired = await resolved({ ...smallCluster, proxmox, image })
        const [machine] = desired.machines
        if (machine === undefined) throw new Error('a cluster without machines')
        await prepare(lab, desired, machine)
        const before = tasksOf(lab, task).length
        const drop = { when: { method: 'POST', path, times: 1 }, do: { 'drop-connection': 'after' } }
        armFaults(lab.sim).add(faultRule.parse(drop))
        const telling = { progress: () => undefined, signal: new AbortController().signal }
        await vmCreate.run(
          { machine: machine.name },
          proxmoxTools({ desired, clock: lab.sim.clock, proxmox: lab.proxmox, schematic: async () => SCHEMATIC }),
          telling,
        )
        const vm = lab.sim.world.vms.find(({ vmid }) => vmid === machine.vmid)
        expect(tasksOf(lab, task)).toHaveLength(before + 1)
        expect(vm?.config.lock).toBeUndefined()
        expect(vm?.config.scsi0).toContain(`size=${machine.vm.disk.size / 1024 ** 3}G`)
      },
      threeHosts,
      200,
    ),
)
