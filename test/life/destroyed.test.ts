import { expect, test } from 'vitest'
import { faultRule } from '../../sim/faults/rule.ts'
import { openStage } from './stage.ts'

test('a cluster is destroyed also where it would not fit any more, and then comes up anew with its secrets', async () => {
  const stage = await openStage({ example: 'single-node' })
  const { faults, world } = stage.running
  try {
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
    faults.add(faultRule.parse({ when: { method: 'DELETE' }, do: { 'fill-storage': 'local-lvm' } }))
    const { code, stdout, stderr } = await stage.talmox('destroy', '--yes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('solo is gone; its secrets stay in')
    faults.remove()
    world.volumes = world.volumes.filter(({ name }) => !name.startsWith('backup/somebody-else'))
    const anew = await stage.talmox('up', '--yes')
    expect({ code: anew.code, stderr: anew.stderr }).toEqual({ code: 0, stderr: '' })
    expect(anew.stdout).toContain('solo is up')
  } finally {
    stage.close()
  }
})
