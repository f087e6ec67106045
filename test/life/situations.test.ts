import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endRun } from '../../sim/proxmox/api/qemu/status/run.ts'
import { hostDown, hostUp } from '../../sim/proxmox/host-power.ts'
import { bootsOf, clusterOf } from './picture.ts'
import { openStage, type Stage } from './stage.ts'

describe('a cluster to which things happen', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({ example: 'homelab', edit: (file) => file.setIn(['workers', 'general', 'count'], '1') })
  })
  afterAll(() => stage.close())

  const up = async () => {
    const { code, stdout, stderr } = await stage.talmox('up', '--yes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stage.watch.wrongs()).toEqual([])
    return stdout
  }
  const whole = ['homelab-cp-1', 'homelab-cp-2', 'homelab-cp-3', 'homelab-general-1']
  const expectWhole = () => {
    const { members, nodes, ready } = clusterOf(stage.running)
    expect({ members, nodes, ready }).toEqual({ members: whole.slice(0, 3), nodes: whole, ready: whole })
  }
  const cutPower = (vmid: number) => endRun(stage.running, vmOf(vmid))
  const vmOf = (vmid: number) => {
    const vm = stage.running.world.vms.find((one) => one.vmid === vmid)
    if (vm === undefined) throw new Error(`there is no VM ${vmid}`)
    return vm
  }
  /** As a new disk with the image on it: the machine has lost everything. */
  const loseDisk = (vmid: number) => {
    cutPower(vmid)
    for (const volume of stage.running.world.volumes) if (volume.vmid === vmid) delete volume.installation
  }

  test('it comes up', async () => {
    await up()
    expectWhole()
  })

  test('a control plane that was switched off is started again', async () => {
    cutPower(2001)
    const out = await up()
    expect(out).toContain('start homelab-cp-2 (it is switched off)')
    expectWhole()
  })

  test('a worker that lost its disk is given its config again', async () => {
    loseDisk(3000)
    await up()
    expectWhole()
  })

  test('a control plane that lost its disk leaves etcd and joins it again', async () => {
    const before = stage.running.world.talos.etcd
    const [old] = Object.values(before).flatMap(({ members }) => members.filter(({ name }) => name === 'homelab-cp-3'))
    loseDisk(2002)
    const out = await up()
    expect(out).toContain('remove the dead member of etcd homelab-cp-3')
    const [now] = Object.values(stage.running.world.talos.etcd).flatMap(({ members }) =>
      members.filter(({ name }) => name === 'homelab-cp-3'),
    )
    expect(now?.id).not.toBe(old?.id)
    expectWhole()
  })

  /** As somebody does it in Proxmox. */
  const deleteVm = (vmid: number) => {
    cutPower(vmid)
    const { world } = stage.running
    world.vms = world.vms.filter((vm) => vm.vmid !== vmid)
    world.volumes = world.volumes.filter((volume) => volume.vmid !== vmid)
    for (const pool of world.access.pools) pool.vms = pool.vms.filter((one) => one !== vmid)
  }

  test('a control plane that is only half made leaves etcd before it joins it again', async () => {
    cutPower(2001)
    const { world } = stage.running
    world.volumes = world.volumes.filter(({ vmid, name }) => vmid !== 2001 || !vmOf(2001).config.scsi0?.includes(name))
    delete vmOf(2001).config.scsi0
    const out = await up()
    expect(out).toContain('make the virtual machine homelab-cp-2 (its making was cut off; it lacks disk scsi0)')
    expect(out).toContain('remove the dead member of etcd homelab-cp-2')
    expectWhole()
  })

  test('a member whose machine was deleted is named in what is asked, and stays without a yes', async () => {
    deleteVm(2002)
    const { code, stderr } = await stage.asked('n', 'up')
    expect(code).toBe(1)
    expect(stderr).toContain('Go on, and remove homelab-cp-3 from etcd for good? [y/N] ')
    expect(clusterOf(stage.running).members).toContain('homelab-cp-3')
  })

  test('a member that has no machine anywhere leaves only when it is given up by name', async () => {
    stage.edit((file) => {
      file.setIn(['ha'], 'false')
      file.setIn(['controlPlane', 'count'], '2')
    })
    const before = await stage.talmox('up', '--yes')
    expect(before.code).toBe(0)
    expect(before.stdout).toContain('if it is gone for good: talmox up --remove-member homelab-cp-3')
    expect(clusterOf(stage.running).members).toContain('homelab-cp-3')
    const { code } = await stage.talmox('up', '--yes', '--remove-member', 'homelab-cp-3')
    expect(code).toBe(0)
    const { members, nodes } = clusterOf(stage.running)
    expect({ members, nodes }).toEqual({
      members: whole.slice(0, 2),
      nodes: whole.filter((name) => !name.endsWith('3')),
    })
    stage.edit((file) => file.setIn(['controlPlane', 'count'], '3'))
    await up()
    expectWhole()
  })

  test('a machine that was moved to another host is still the same', async () => {
    const vm = vmOf(3000)
    const from = vm.node
    vm.node = from === 'pve1' ? 'pve2' : 'pve1'
    const { world } = stage.running
    world.volumes = world.volumes.map((volume) =>
      volume.vmid === vm.vmid && volume.node === from ? { ...volume, node: vm.node } : volume,
    )
    expect(await up()).toMatch(/^homelab: nothing to do\.\n/)
  })

  test('a guest of somebody else is not touched, whatever VMID it has', async () => {
    const foreign = {
      ...structuredClone(vmOf(3000)),
      vmid: 3001,
      node: 'pve1',
      config: { name: 'printer', cores: '1' },
    }
    delete foreign.run
    stage.running.world.vms.push(foreign)
    const before = JSON.stringify(foreign)
    stage.edit((file) => file.setIn(['workers', 'general', 'count'], '2'))
    const { code, stderr } = await stage.talmox('up', '--yes')
    // It is not in the pool of the cluster, on which alone there are rights.
    expect(code).toBe(1)
    expect(stderr).toContain(
      'could not make the virtual machine homelab-general-2: VM 3001 is there, but may not be seen',
    )
    expect(JSON.stringify(vmOf(3001))).toBe(before)
    stage.running.world.vms = stage.running.world.vms.filter(({ vmid }) => vmid !== 3001)
    stage.edit((file) => file.setIn(['workers', 'general', 'count'], '1'))
  })

  test('the Kubernetes API moves to another shared address', async () => {
    stage.edit((file) => file.setIn(['network', 'vip'], '192.168.1.209'))
    expect(await up()).toContain('homelab is up: Kubernetes v1.35.0 at https://192.168.1.209:6443')
    expectWhole()
    expect(await up()).toMatch(/^homelab: nothing to do\.\n/)
  })

  test('another version of Talos in the file is an upgrade, which is a command of its own', async () => {
    stage.edit((file) => file.setIn(['talos', 'version'], 'v1.13.2'))
    const boots = bootsOf(stage.running)
    const { code, stderr } = await stage.talmox('up', '--yes')
    expect(code).toBe(4)
    expect(stderr).toContain('running Talos v1.12.4, and the file says v1.13.2')
    expect(stderr).toContain('upgrading is a command of its own')
    expect(stderr).not.toContain('contract')
    expect(bootsOf(stage.running)).toEqual(boots)
    stage.edit((file) => file.setIn(['talos', 'version'], 'v1.12.4'))
  })

  test('what is on a host that is down is left as it is, and comes back with it', async () => {
    const { sim } = stage.running
    hostDown(sim, 'pve3')
    const { code, stdout, stderr } = await stage.talmox('up', '--yes')
    expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: expect.stringContaining('pve3 does not answer') })
    hostUp(sim, 'pve3')
    await up()
    expectWhole()
  })
})
