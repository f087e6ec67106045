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

test('the same holds on Proxmox 8.4, whose property strings are not all the same', async () => {
  const desired = await exampleCluster('homelab')
  const simulated = simulate({ ...worldFor(desired), flavour: '8.4' })
  const check = async (machine: Machine) => {
    await makeVm(simulated, desired, machine)
    const wanted = wantedOf(desired, machine)
    const made = await vmOf(simulated, desired, machine)
    await apply(simulated, made, difference(wanted, made, '8'))
    expect(difference(wanted, await vmOf(simulated, desired, machine), '8')).toEqual(nothing)
  }
  await Promise.all(desired.machines.map(check))
})

test('what a template brings along stays where the file says nothing of it', async () => {
  const desired = await exampleCluster('cloned-template-gpu')
  const simulated = simulate(worldFor(desired))
  const [machine] = desired.machines
  if (machine === undefined) throw new Error('the example has no machine')
  await makeVm(simulated, desired, machine)
  const clone = await vmOf(simulated, desired, machine)
  expect(clone.unfinished).toEqual({ known: 'record', missing: ['tags', 'SMBIOS id'] })
  await apply(simulated, clone, difference(wantedOf(desired, machine), clone))
  const { config, unfinished, tags } = await vmOf(simulated, desired, machine)
  expect(unfinished).toBeUndefined()
  expect(config).toMatchObject({ serial0: 'socket', scsi0: expect.stringContaining('serial=TALOS') })
  expect(tags).toEqual(machine.vm.tags)
})
