import { z } from 'zod'
import { part } from '../schema/field.ts'
import { affinity, cores, cpu, cpuLimit, cpuUnits, numa, sockets, vcpus } from './cpu.ts'
import { agent, rng, serial, vga, watchdog } from './devices.ts'
import { boot, disk, disks } from './disks.ts'
import { bios, efidisk, hotplug, machine, ostype, scsihw, tpm } from './firmware.ts'
import { description, hookscript, onboot, protection, startup, tags } from './lifecycle.ts'
import { balloon, hugepages, memory, shares } from './memory.ts'
import { net } from './net.ts'
import { pci } from './pci.ts'
import { raw } from './raw.ts'

/** Every key under `vm`, in the order of the docs. */
export const vmOptions = {
  cores,
  sockets,
  vcpus,
  cpu,
  affinity,
  cpuLimit,
  cpuUnits,
  numa,
  memory,
  balloon,
  shares,
  hugepages,
  bios,
  machine,
  efidisk,
  tpm,
  ostype,
  scsihw,
  disk,
  disks,
  boot,
  net,
  pci,
  agent,
  serial,
  vga,
  rng,
  watchdog,
  hotplug,
  onboot,
  startup,
  protection,
  hookscript,
  tags,
  description,
  raw,
}

type Options = typeof vmOptions

/** The shape of `vm` in the cluster file. */
export const vmShape = Object.fromEntries(Object.entries(vmOptions).map(([key, { schema }]) => [key, schema])) as {
  [Key in keyof Options]: Options[Key]['schema']
}

/** The hardware of machines, as a part of the cluster file. */
export const vmSettings = part('Vm', 'Hardware of machines.', z.strictObject(vmShape))

/** What a `vm` section says, read. */
export type VmSpec = { -readonly [Key in keyof Options]?: z.output<Options[Key]['schema']> }
