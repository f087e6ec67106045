import type { Machine } from '../../../src/resolve/desired.ts'

/** Machines that a host carries, or may have to carry where that is not decided yet. */
export const machinesOn = (machines: readonly Machine[], host: string): readonly Machine[] =>
  machines.filter((machine) => machine.host === undefined || machine.host === host)

/** The names of mapped devices that a host offers, one for each machine that takes one. */
export const mappedDevices = (machines: readonly Machine[], host: string): readonly string[] =>
  machinesOn(machines, host).flatMap(({ vm }) => vm.pci.flatMap(({ mapping }) => mapping ?? []))

/** Where on its bus a host has the device with a number. */
export const devicePath = (at: number): string => `0000:${(0x41 + at).toString(16)}:00.0`
