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

test('a template that was never finished counts as one, and what runs does not, whatever its notes say', () =>
  withLab(async (lab) => {
    const { proxmox, sim } = lab
    await template(lab, 996)
    for (const vmid of [997, 998]) {
      const made = { node: 'pve1', vmid, name: `template-${vmid}`, description, start: vmid === 998 }
      await performTask(proxmox, (options) => proxmox.post('/nodes/{node}/qemu', made, options), {})
    }
    await template(lab, 999)
    const left = sim.world.vms.find(({ vmid }) => vmid === 999)
    if (left !== undefined) left.config = { lock: 'create' }
    const { templates, nameless } = await takeInventory(proxmox)
    expect(templates.map(({ vmid, halfMade }) => ({ vmid, halfMade }))).toEqual([
      { vmid: 996, halfMade: undefined },
      { vmid: 997, halfMade: true },
    ])
    expect(nameless).toEqual([{ vmid: 999, host: 'pve1' }])
  }))
