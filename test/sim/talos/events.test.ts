import { afterAll, expect, test } from 'vitest'
import { emit } from '../../../sim/talos/events/emit.ts'
import { openLab } from './lab.ts'

const lab = openLab()
afterAll(() => lab.close())

test('whoever follows a machine is woken by an event that nothing else comes after', () => {
  lab.start(101, '10.5.0.11', 'cp1')
  const node = lab.talos.nodes.get(101)
  if (node === undefined) throw new Error('the machine is not there')
  let woken = 0
  node.live.watchers.add(() => {
    woken += 1
  })
  emit(node, { type: 'MachineStatusEvent', stage: 'running', unmet: [] })
  expect(woken).toBe(1)
})
