import { afterEach, expect, test } from 'vitest'
import type { Dial } from '../../src/world/dial.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage | undefined
afterEach(() => stage?.close())

/** A guest that is in no pool, and so out of sight for a token with rights on a pool alone. */
function foreignGuest({ running: { world } }: Stage, vmid: number): void {
  const config = { name: 'mail' }
  world.vms.push({ vmid, kind: 'qemu', node: 'pve2', config, pending: {}, pendingDelete: {}, snapshots: [] })
}

test('a VMID that a guest out of sight has is told by plan, and by up before it asks, and nothing is made', async () => {
  stage = await openStage({ example: 'homelab' })
  foreignGuest(stage, 2001)
  for (const { code, stdout, stderr } of [await stage.talmox('plan'), await stage.asked('y', 'up')]) {
    expect(code).toBe(4)
    expect(stdout + stderr).toContain(
      'refused: homelab-cp-2: VMID 2001 is taken by a guest that this token may not see',
    )
  }
  expect(stage.running.world.vms.map(({ vmid }) => vmid)).toEqual([2001])
})

test('an address at which somebody answers already is a warning', async () => {
  const taken = '192.168.1.212'
  const refuse = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
  const dial =
    (within: Dial): Dial =>
    (address, ...rest) =>
      address === taken ? refuse() : within(address, ...rest)
  stage = await openStage({ example: 'homelab', dial })
  const { code, stdout } = await stage.talmox('plan')
  expect(code).toBe(0)
  expect(stdout).toContain(`warning: homelab-cp-2: somebody answers already at ${taken}`)
  expect(stdout.match(/somebody answers already/g)).toHaveLength(1)
})

test('where all is free nothing is said, and a plan in a file holds for up, which does not ask again', async () => {
  stage = await openStage({ example: 'single-node' })
  const { code, stdout } = await stage.talmox('plan', '--out', 'p.json')
  expect(code).toBe(0)
  expect(stdout).not.toMatch(/refused|warning/)
  stage.watch.calls()
  expect((await stage.talmox('up', 'p.json')).code).toBe(0)
  expect(stage.watch.calls().proxmox.filter((call) => call.includes('/cluster/nextid'))).toEqual([])
})
