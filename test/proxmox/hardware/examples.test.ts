import { describe, expect, test } from 'vitest'
import { difference } from '../../../src/proxmox/hardware/difference.ts'
import type { Machine } from '../../../src/resolve/desired.ts'
import { exampleCluster, exampleNames } from '../../examples.ts'
import { apply, makeVm, simulate, vmOf, wantedOf, worldFor } from '../simulated.ts'

const nothing = { changes: [], set: {}, delete: [], resize: [], move: [], restart: [], replace: [], blocked: [] }

describe.each(exampleNames)('the machines of the example %s', (name) => {
  test('are what the file says once they are made, and stay it', async () => {
    const desired = await exampleCluster(name)
    const simulated = simulate(worldFor(desired))
    const check = async (machine: Machine) => {
      await makeVm(simulated, desired, machine)
      const wanted = wantedOf(desired, machine)
      const made = await vmOf(simulated, desired, machine)
      const first = difference(wanted, made)
      if (machine.image.source.mode === 'import') {
        expect(first).toEqual({ ...nothing, changes: first.changes, resize: first.resize })
        expect(first.resize).toMatchObject([{ disk: wanted.bootDisk, to: machine.vm.disk.size }])
      }
      if (machine.image.source.mode === 'iso') expect(first).toEqual(nothing)
      await apply(simulated, made, first)
      const whole = await vmOf(simulated, desired, machine)
      expect(difference(wanted, whole)).toEqual(nothing)
      expect(whole.unfinished).toBeUndefined()
      expect(whole.record).toEqual(wanted.record)
    }
    await Promise.all(desired.machines.map(check))
  })
})
