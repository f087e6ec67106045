import { expect, test } from 'vitest'
import type { ProxmoxClient } from '../../../src/proxmox/client/client.ts'
import { takeInventory } from '../../../src/proxmox/images/inventory.ts'
import { printTemplateNotes } from '../../../src/proxmox/images/template-notes.ts'
import { performTask } from '../../../src/proxmox/tasks/perform-task.ts'
import { type Lab, SCHEMATIC, withLab } from './support.ts'

const description = printTemplateNotes({ version: 'v1.12.4', schematic: SCHEMATIC })

async function template({ proxmox }: Lab, vmid: number): Promise<void> {
  const made = { node: 'pve1', vmid, name: `template-${vmid}`, description, template: true }
  await performTask(proxmox, (options) => proxmox.post('/nodes/{node}/qemu', made, options), {})
}

/** A client before which a machine goes as soon as the list of all guests was read. */
const vanishing = ({ proxmox, sim }: Lab, vmid: number): ProxmoxClient => ({
  ...proxmox,
  async get(path, ...rest) {
    const answer = await proxmox.get(path, ...rest)
    if (path === '/cluster/resources') sim.world.vms = sim.world.vms.filter((vm) => vm.vmid !== vmid)
    return answer
  },
})

test('a template that goes while it is looked at needs nothing, and keeps nobody from looking at the others', () =>
  withLab(async (lab) => {
    await template(lab, 998)
    await template(lab, 999)
    const { templates, doubts } = await takeInventory(vanishing(lab, 998))
    expect(templates.map(({ vmid }) => vmid)).toEqual([999])
    expect(doubts).toEqual([])
  }))

test('what was never finished is told apart from templates, from what runs and from what stands on a template', () =>
  withLab(async (lab) => {
    const { proxmox, sim } = lab
    await template(lab, 996)
    for (const vmid of [997, 998, 1000]) {
      const made = { node: 'pve1', vmid, name: `template-${vmid}`, description, start: vmid === 998 }
      await performTask(proxmox, (options) => proxmox.post('/nodes/{node}/qemu', made, options), {})
    }
    await template(lab, 999)
    const config = (wanted: number) => sim.world.vms.find(({ vmid }) => vmid === wanted)?.config ?? {}
    config(1000).scsi0 = 'nfs:996/base-996-disk-0.qcow2/1000/vm-1000-disk-0.qcow2,size=1G'
    for (const key of Object.keys(config(999))) delete config(999)[key]
    config(999).lock = 'create'
    const { templates, unfinished, nameless } = await takeInventory(proxmox)
    const vmids = (list: readonly { readonly vmid: number }[]) => list.map(({ vmid }) => vmid)
    expect({ templates: vmids(templates), unfinished: vmids(unfinished), nameless: vmids(nameless) }).toEqual({
      templates: [996],
      unfinished: [997],
      nameless: [999],
    })
  }))
