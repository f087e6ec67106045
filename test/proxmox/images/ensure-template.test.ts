import { expect, test } from 'vitest'
import { describeVolume } from '../../../sim/factory/describe-volume.ts'
import { armFaults } from '../../../sim/faults/faults.ts'
import { faultRule } from '../../../sim/faults/rule.ts'
import { ensureTemplate, findTemplate } from '../../../src/proxmox/images/ensure-template.ts'
import { templateFor, type WantedTemplate } from '../../../src/proxmox/images/template-for.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'
import { type Lab, SCHEMATIC, tasksOf, threeHosts, withLab } from './support.ts'

const origin = { schematic: SCHEMATIC, url: `https://factory.talos.dev/image/${SCHEMATIC}/v1.12.4/nocloud-amd64.qcow2` }

type Settings = Readonly<Record<string, unknown>>

async function wantedOn(host: string, template: Settings, storage: Settings = {}): Promise<WantedTemplate> {
  const proxmox = { hosts: [host], storage: { disks: 'thin', ...storage } }
  const desired = await resolved({ ...smallCluster, proxmox, image: { mode: 'template', template } })
  const [machine] = desired.machines
  const wanted = machine === undefined ? undefined : templateFor(machine, desired, origin)
  if (wanted === undefined) throw new Error('no template is wanted')
  return wanted
}

const named = { name: 'talos-{version}-base' }

const vmOf = ({ sim }: Lab, vmid: number) => sim.world.vms.find((vm) => vm.vmid === vmid)

test('a template is made from the image, once', () =>
  withLab(async (lab) => {
    const wanted = await wantedOn('pve1', { ...named, vmid: 998 })
    expect(await findTemplate(lab.proxmox, wanted)).toBeUndefined()
    expect(await ensureTemplate(lab.proxmox, wanted)).toEqual({ vmid: 998, node: 'pve1' })
    expect(await ensureTemplate(lab.proxmox, wanted)).toEqual({ vmid: 998, node: 'pve1' })
    expect(tasksOf(lab, 'qmcreate')).toHaveLength(1)
    expect(vmOf(lab, 998)?.config).toMatchObject({
      name: 'talos-v1.12.4-base',
      template: '1',
      boot: 'order=scsi0',
      scsihw: 'virtio-scsi-pci',
      scsi0: 'thin:base-998-disk-0,size=1248M',
    })
    expect(describeVolume(lab.sim.world, 'thin:base-998-disk-0', 'pve1')?.schematic).toBe(SCHEMATIC)
  }))

test('each host has a template of its own where disks are local, and the VMID only once', () =>
  withLab(async (lab) => {
    const first = await ensureTemplate(lab.proxmox, await wantedOn('pve1', { vmid: 998 }))
    const second = await ensureTemplate(lab.proxmox, await wantedOn('pve2', { vmid: 998 }))
    expect([first.node, second.node]).toEqual(['pve1', 'pve2'])
    expect(second.vmid).not.toBe(998)
    expect(vmOf(lab, second.vmid)?.config.name).toBe('talos-v1.12.4-998')
    expect(await findTemplate(lab.proxmox, await wantedOn('pve2', { vmid: 998 }))).toEqual(second)
  }))

test('one template serves all hosts where they share its storage', () =>
  withLab(async (lab) => {
    const storage = { templates: 'nfs', disks: 'nfs', images: 'nfs' }
    const first = await ensureTemplate(lab.proxmox, await wantedOn('pve1', named, storage))
    expect(await ensureTemplate(lab.proxmox, await wantedOn('pve3', named, storage))).toEqual(first)
    expect(tasksOf(lab, 'qmcreate')).toHaveLength(1)
  }))

test('a template on a shared storage that is not for a host does not serve it', () =>
  withLab(async (lab) => {
    const storage = { templates: 'nfs', disks: 'nfs', images: 'nfs' }
    await ensureTemplate(lab.proxmox, await wantedOn('pve1', named, storage))
    await lab.data('PUT', '/storage/nfs', { form: { nodes: 'pve1,pve2' } })
    expect(await findTemplate(lab.proxmox, await wantedOn('pve2', named, storage))).toBeDefined()
    expect(await findTemplate(lab.proxmox, await wantedOn('pve3', named, storage))).toBeUndefined()
  }))

async function make({ sim, data }: Lab, form: Readonly<Record<string, string>>) {
  const upid = String(await data('POST', '/nodes/pve1/qemu', { form }))
  await sim.workers.ended(upid)
}

test('a template that exists is used by its name or its VMID, whoever made it', () =>
  withLab(async (lab) => {
    await make(lab, { vmid: '500', name: 'talos-v1.12.4-base', scsi0: 'thin:1' })
    await lab.sim.workers.ended(String(await lab.data('POST', '/nodes/pve1/qemu/500/template', { form: {} })))
    const given = { prepare: false }
    for (const template of [
      { ...given, ...named },
      { ...given, vmid: 500 },
      { ...given, ...named, vmid: 500 },
    ]) {
      expect(await ensureTemplate(lab.proxmox, await wantedOn('pve1', template))).toEqual({ vmid: 500, node: 'pve1' })
    }
    expect(tasksOf(lab, 'download')).toEqual([])
    await expect(ensureTemplate(lab.proxmox, await wantedOn('pve2', { ...given, ...named }))).rejects.toMatchObject({
      code: 'template-missing',
      message: 'pve2 has no template talos-v1.12.4-base, and none of another host is on a storage that it shares',
    })
  }))

test('a machine that has the VMID or is no template is never taken for one', () =>
  withLab(async (lab) => {
    await make(lab, { vmid: '998', name: 'database', scsi0: 'thin:1' })
    for (const template of [{ vmid: 998 }, { ...named, vmid: 998 }, { vmid: 998, prepare: false }]) {
      await expect(ensureTemplate(lab.proxmox, await wantedOn('pve1', template))).rejects.toMatchObject({
        code: 'template-conflict',
        message: expect.stringContaining('VM 998 should be a template of Talos, but is database'),
      })
    }
    expect(vmOf(lab, 998)?.config.name).toBe('database')
  }))

test('two templates of one name on a host are told apart by the VMID only', () =>
  withLab(async (lab) => {
    for (const vmid of ['500', '501']) {
      await make(lab, { vmid, name: 'talos-v1.12.4-base', scsi0: 'thin:1' })
      await lab.sim.workers.ended(String(await lab.data('POST', `/nodes/pve1/qemu/${vmid}/template`, { form: {} })))
    }
    await expect(ensureTemplate(lab.proxmox, await wantedOn('pve1', named))).rejects.toMatchObject({
      code: 'template-ambiguous',
      message: 'pve1 has several templates named talos-v1.12.4-base: 500, 501',
    })
    const chosen = await wantedOn('pve1', { ...named, vmid: 501 })
    expect(await ensureTemplate(lab.proxmox, chosen)).toEqual({ vmid: 501, node: 'pve1' })
  }))

test('a template of ours with other extensions is not used', () =>
  withLab(async (lab) => {
    const wanted = await wantedOn('pve1', named)
    await ensureTemplate(lab.proxmox, wanted)
    const { making } = wanted
    if (making === undefined) throw new Error('nothing to make')
    const other = { ...wanted, making: { ...making, schematic: 'f'.repeat(64) } }
    await expect(ensureTemplate(lab.proxmox, other)).rejects.toMatchObject({ code: 'template-other' })
  }))

test('whatever an earlier run left is gone on with: a machine with its disk, or without', () =>
  withLab(async (lab) => {
    const wanted = await wantedOn('pve1', { ...named, vmid: 998 })
    await ensureTemplate(lab.proxmox, wanted)
    const vm = vmOf(lab, 998)
    if (vm === undefined) throw new Error('no template')
    delete vm.config.template
    expect(await findTemplate(lab.proxmox, wanted)).toBeUndefined()
    expect(await ensureTemplate(lab.proxmox, wanted)).toEqual({ vmid: 998, node: 'pve1' })
    expect(tasksOf(lab, 'qmcreate')).toHaveLength(1)
    delete vm.config.template
    delete vm.config.scsi0
    expect(await ensureTemplate(lab.proxmox, wanted)).toEqual({ vmid: 998, node: 'pve1' })
    expect(tasksOf(lab, 'qmcreate')).toHaveLength(2)
    expect(vmOf(lab, 998)?.config.template).toBe('1')
  }))

test('a half-made template that Proxmox keeps locked is left to a person, with the commands', () =>
  withLab(async (lab) => {
    const wanted = await wantedOn('pve1', { ...named, vmid: 998 })
    await ensureTemplate(lab.proxmox, wanted)
    const vm = vmOf(lab, 998)
    if (vm === undefined) throw new Error('no template')
    delete vm.config.template
    vm.config.lock = 'create'
    await expect(ensureTemplate(lab.proxmox, wanted)).rejects.toMatchObject({
      code: 'template-locked',
      hint: expect.stringContaining('qm unlock 998'),
    })
  }))

test('a VMID that somebody takes in between is passed over', () =>
  withLab(async (lab) => {
    const proxmox: typeof lab.proxmox = {
      ...lab.proxmox,
      get: async (path, ...rest) => {
        const answer = await lab.proxmox.get(path, ...rest)
        if (path === '/cluster/nextid' && answer === '100') await make(lab, { vmid: '100', name: 'thief' })
        return answer
      },
    }
    const wanted = await wantedOn('pve1', named)
    expect(await ensureTemplate(proxmox, wanted)).toEqual({ vmid: 101, node: 'pve1' })
    expect(vmOf(lab, 100)?.config.name).toBe('thief')
  }))

test('a template whose making was begun without an answer is waited for, and no second one is made', () =>
  withLab(
    async (lab) => {
      const drop = { when: { method: 'POST', path: '/nodes/*/qemu', times: 1 }, do: { 'drop-connection': 'after' } }
      const wanted = await wantedOn('pve1', { ...named, vmid: 998 })
      armFaults(lab.sim).add(faultRule.parse(drop))
      expect(await ensureTemplate(lab.proxmox, wanted)).toEqual({ vmid: 998, node: 'pve1' })
      expect(lab.sim.world.vms.map(({ vmid }) => vmid)).toEqual([998])
    },
    threeHosts,
    200,
  ))

const thick = threeHosts.storages?.map((storage) =>
  storage.storage === 'thin' ? { ...storage, type: 'lvm', total: 1e9 } : storage,
)

test('a template on a storage that is full is not left behind half made', () =>
  withLab(
    async (lab) => {
      const wanted = await wantedOn('pve1', { ...named, vmid: 998 })
      await expect(ensureTemplate(lab.proxmox, wanted)).rejects.toMatchObject({ code: 'proxmox-no-space' })
      expect(vmOf(lab, 998)).toBeUndefined()
      for (const storage of lab.sim.world.storages) storage.totalBytes = 1e12
      expect(await ensureTemplate(lab.proxmox, wanted)).toEqual({ vmid: 998, node: 'pve1' })
    },
    { ...threeHosts, storages: thick },
  ))
