import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootsOf, clusterOf } from './picture.ts'
import { type Edit, openStage, type Stage } from './stage.ts'

/** Two members of etcd have no majority without each other, so that one of them cannot restart unnoticed. */
describe('a cluster with two control planes', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({ example: 'single-node', edit: (file) => file.setIn(['controlPlane', 'count'], '2') })
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
  })
  afterAll(() => stage.close())

  const changed = async (edit: Edit) => {
    const before = bootsOf(stage.running)
    stage.edit(edit)
    const { code, stdout, stderr } = await stage.talmox('up', '--yes')
    expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' })
    const both = ['solo-cp-1', 'solo-cp-2']
    expect(clusterOf(stage.running)).toMatchObject({ members: both, ready: both })
    const after = bootsOf(stage.running)
    return { stdout, rebooted: Object.keys(before).filter((vmid) => before[vmid] !== after[vmid]).length }
  }

  test('takes a config that needs no reboot, and etcd goes on', async () => {
    const { rebooted } = await changed((file) => file.setIn(['controlPlane', 'labels'], { zone: 'attic' }))
    expect(rebooted).toBe(0)
    expect(stage.watch.wrongs()).toEqual([])
  })

  test('takes one that needs a reboot, machine after machine, with a warning', async () => {
    const { stdout, rebooted } = await changed((file) =>
      file.setIn(['controlPlane', 'patches'], file.createNode([{ machine: { udev: { rules: ['KERNEL=="nbd*"'] } } }])),
    )
    expect(stdout).toContain('etcd has two members and needs both')
    expect(rebooted).toBe(2)
  })

  test('restarts for more memory', async () => {
    const { stdout, rebooted } = await changed((file) => file.setIn(['controlPlane', 'memory'], '20GiB'))
    expect(stdout).toContain('etcd has two members and needs both')
    expect(rebooted).toBe(2)
  })
})
