import { expect, test } from 'vitest'
import { vmDelete } from '../../../src/actions/proxmox/vm-delete.ts'
import type { Begun } from '../../../src/proxmox/ownership/begun.ts'
import { performTask } from '../../../src/proxmox/tasks/perform-task.ts'
import { type Lab, SCHEMATIC, threeHosts, withLab } from '../../proxmox/images/support.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'
import { proxmoxTools } from './proxmox-tools.ts'

const desired = await resolved({ ...smallCluster, proxmox: { hosts: ['pve1'], storage: { disks: 'thin' } } })
const [machine] = desired.machines
if (machine === undefined) throw new Error('a cluster without machines')
const { vmid, name, uuid } = machine
const OLD = `thin:vm-${vmid}-disk-0`

/** A VM without a record at the VMID of the machine, with disks of that number, and nothing but the given keys. */
async function leave({ proxmox, sim }: Lab, keys: Readonly<Record<string, string>>): Promise<void> {
  const made = { node: 'pve1', vmid, scsi0: 'thin:1', scsi5: 'thin:1' }
  await performTask(proxmox, (options) => proxmox.post('/nodes/{node}/qemu', made, options), {})
  const vm = vmOf(sim)
  if (vm === undefined) throw new Error('it was not made')
  vm.config = keys
}

const vmOf = (sim: Lab['sim']) => sim.world.vms.find((vm) => vm.vmid === vmid)

async function remove({ sim, proxmox }: Lab, of: string, begun: readonly Begun[]): Promise<void> {
  const tools = proxmoxTools({ desired, clock: sim.clock, proxmox, schematic: async () => SCHEMATIC })
  const seat = { machine: name, vmid, host: 'pve1', uuid: of }
  const telling = { progress: () => undefined, signal: new AbortController().signal }
  await vmDelete.run(
    seat,
    { ...tools, home: { ...tools.home, begun: async (vmid) => begun.find((one) => one.vmid === vmid) } },
    telling,
  )
}

const note = { vmid, host: 'pve1', at: '2026-01-01T00:00:00.000Z', storages: ['thin'] }

test('a disk from before a making that was cut off is not destroyed with what that left, wherever it is attached', () =>
  withLab(async (lab) => {
    await leave(lab, { scsi0: `${OLD},size=1G` })
    const before = [OLD, `thin:vm-${vmid}-disk-1`]
    await expect(remove(lab, '', [{ ...note, before }])).rejects.toMatchObject({ code: 'foreign-disk' })
    expect(vmOf(lab.sim)?.config.scsi0).toContain(OLD)
  }))

test('a disk that somebody gave to a machine without a record is not destroyed with it', () =>
  withLab(async (lab) => {
    const smbios1 = `uuid=${uuid}`
    await leave(lab, { name, smbios1, scsi0: `${OLD},size=1G`, scsi5: `thin:vm-${vmid}-disk-1,size=1G` })
    await expect(remove(lab, uuid, [])).rejects.toMatchObject({
      code: 'foreign-disk',
      message: expect.stringContaining('scsi5'),
    })
    expect(vmOf(lab.sim)?.config.scsi5).toBeDefined()
  }))

test('what a making that was cut off has left goes with its disks', () =>
  withLab(async (lab) => {
    await leave(lab, {})
    await remove(lab, '', [{ ...note, before: [] }])
    expect(vmOf(lab.sim)).toBeUndefined()
  }))

test('a machine that has gone meanwhile is no failure', () =>
  withLab(async (lab) => {
    await remove(lab, uuid, [])
    expect(vmOf(lab.sim)).toBeUndefined()
  }))

test('a machine that moved since the plan was made is destroyed where it is', () =>
  withLab(async (lab) => {
    await leave(lab, {})
    const vm = vmOf(lab.sim)
    if (vm === undefined) throw new Error('it was not made')
    vm.node = 'pve2'
    lab.sim.world.volumes = lab.sim.world.volumes.map((volume) =>
      volume.vmid === vmid ? { ...volume, node: 'pve2' } : volume,
    )
    await remove(lab, '', [{ ...note, host: 'pve2', before: [] }])
    expect(vmOf(lab.sim)).toBeUndefined()
  }, threeHosts))
