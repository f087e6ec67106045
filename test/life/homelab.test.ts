import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootsOf, clusterOf, pictureOf } from './picture.ts'
import { openStage, resumeStage, type Stage } from './stage.ts'

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`)
const controlPlanes = (count: number) => names('homelab-cp', count)
const workers = (count: number) => names('homelab-general', count)

describe('the life of the homelab', () => {
  let stage: Stage
  let start: object
  beforeAll(async () => {
    stage = await openStage({ example: 'homelab' })
    start = pictureOf(stage.running)
  })
  afterAll(() => stage.close())

  const up = async (...flags: string[]) => {
    stage.watch.calls()
    const run = await stage.talmox('up', '--yes', ...flags)
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
    expect(stage.watch.wrongs()).toEqual([])
    return run.stdout
  }
  const expectCluster = (masters: number, others: number) => {
    const nodes = [...controlPlanes(masters), ...workers(others)]
    const { members, nodes: known, ready, vms } = clusterOf(stage.running)
    expect({ members, known, ready, vms: vms.length }).toEqual({
      members: controlPlanes(masters),
      known: nodes,
      ready: nodes,
      vms: nodes.length,
    })
  }

  test('it comes up, and hardly anything is asked after more than once for each thing that is done', async () => {
    expect(await up()).toContain('homelab is up: Kubernetes v1.35.0 at https://192.168.1.210:6443')
    expectCluster(3, 3)
    const { proxmox, talos } = stage.watch.calls()
    const tasks = proxmox.filter((call) => /\/tasks\/UPID:/.test(call))
    // One for each download, creation, resize and start, the lines of downloads, and what else it takes to find their ends.
    expect(tasks.length).toBeLessThanOrEqual(3 + 3 * 6 + 3 + 36)
    // Two looks; images, whether they are being fetched, their fetching, and that they are there; the volumes that carry the
    // number of a machine already, its making, growing and start, and what it is in the end.
    expect(proxmox.length - tasks.length).toBeLessThanOrEqual(2 * 2 + 3 * 5 + 6 * 5)
    // Found without a config, given one, watched twice, and its config and what it says of itself in the end; on control
    // planes that etcd has not begun, its service, its vote, their pods, and three questions about etcd in the end.
    expect(talos.length).toBeLessThanOrEqual(6 * 6 + 3 * 7 + 1)
  })

  test('it is healthy from then on', async () => {
    const { code, stdout } = await stage.talmox('status')
    expect({ code, said: code === 0 ? '' : stdout }).toEqual({ code: 0, said: '' })
  })

  test('a second run does nothing, with one call for each machine to Proxmox and two to Talos', async () => {
    expect(await up()).toMatch(/^homelab: nothing to do\.\n/)
    const { proxmox, talos } = stage.watch.calls()
    expect(proxmox.length).toBeLessThanOrEqual(2 + 6)
    expect(talos.length).toBeLessThanOrEqual(2 * 6 + 3 * 3)
  })

  test('the same in a world that was kept and goes on: the virtual address still has its holder', async () => {
    const { folder, running } = stage
    const kept = await resumeStage({ folder, world: JSON.stringify(running.world), now: running.clock.now() })
    const run = await kept.talmox('up', '--yes')
    kept.close()
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^homelab: nothing to do\.\n/)
  })

  test('a label is given to running machines', async () => {
    const before = bootsOf(stage.running)
    stage.edit((file) => file.setIn(['workers', 'general', 'labels', 'zone'], 'attic'))
    const out = await up()
    expect(out).toContain('homelab: 3 machines to change, in 3 steps.')
    expect(bootsOf(stage.running)).toEqual(before)
    expectCluster(3, 3)
  })

  test('what needs a reboot is staged, and control planes reboot one after the other', async () => {
    const before = bootsOf(stage.running)
    stage.edit((file) =>
      file.setIn(['controlPlane', 'patches'], file.createNode([{ machine: { udev: { rules: ['KERNEL=="nbd*"'] } } }])),
    )
    await up()
    const after = bootsOf(stage.running)
    const rebooted = Object.keys(before).filter((vmid) => before[vmid] !== after[vmid])
    expect(rebooted).toEqual(['2000', '2001', '2002'])
    expectCluster(3, 3)
  })

  test('more memory comes with a restart of each machine of the pool', async () => {
    stage.edit((file) => file.setIn(['workers', 'general', 'memory'], '20GiB'))
    expect(await up()).toContain('3 machines to reboot')
    const memory = stage.running.world.vms.filter(({ vmid }) => vmid >= 3000).map(({ run }) => run?.config.memory)
    expect(memory).toEqual(['20480', '20480', '20480'])
    expectCluster(3, 3)
  })

  test('two control planes and a worker join', async () => {
    stage.edit((file) => {
      file.setIn(['controlPlane', 'count'], '5')
      file.setIn(['workers', 'general', 'count'], '4')
    })
    await up()
    expectCluster(5, 4)
  })

  test('two control planes and two workers leave', async () => {
    stage.edit((file) => {
      file.setIn(['controlPlane', 'count'], '3')
      file.setIn(['workers', 'general', 'count'], '2')
    })
    await up()
    expectCluster(3, 2)
  })

  test('one control plane of three is refused', async () => {
    stage.edit((file) => {
      file.setIn(['ha'], 'false')
      file.setIn(['controlPlane', 'count'], '1')
    })
    const { code, stderr } = await stage.talmox('up', '--yes')
    expect(code).toBe(4)
    expect(stderr).toContain('the file leaves 1 of 3 control planes')
    expectCluster(3, 2)
    stage.edit((file) => file.setIn(['controlPlane', 'count'], '3'))
  })

  test('when it is destroyed, everything is as it was', async () => {
    stage.watch.letGo()
    stage.watch.calls()
    const { code, stderr } = await stage.talmox('destroy', '--yes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stage.watch.calls().talos).toEqual([])
    expect(pictureOf(stage.running)).toEqual(start)
    expect(stage.watch.wrongs()).toEqual([])
  })
})
