import { expect, onTestFinished, test } from 'vitest'
import { bootsOf } from './picture.ts'
import { openStage } from './stage.ts'

test('a machine whose disk the file puts on another bus is whole, and stays as it is until it is made anew', async () => {
  const stage = await openStage({ example: 'single-node' })
  onTestFinished(() => stage.close())
  expect((await stage.talmox('up', '--yes')).code).toBe(0)
  const boots = bootsOf(stage.running)
  stage.edit((file) => file.setIn(['controlPlane', 'disk'], file.createNode({ size: '100GiB', bus: 'virtio' })))
  const { code, stdout } = await stage.talmox('up', '--yes')
  expect(code).toBe(0)
  expect(stdout).toContain('solo-cp-1: virtio0, the disk of the system, is missing: only a new machine can be so')
  expect(stdout).not.toContain('make the virtual machine')
  expect(bootsOf(stage.running)).toEqual(boots)
})
