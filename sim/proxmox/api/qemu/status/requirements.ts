import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import { cpusOf } from '../../../../world/host.ts'
import { sectionAt } from '../../../../world/section.ts'
import type { Vm, VmConfig } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import { guestMemory } from '../../../guests/facts.ts'
import { hostOf } from '../../nodes/host.ts'
import { enabledStorage } from '../../storage/definition.ts'
import type { Asking, Job } from '../asking.ts'
import { parseNet } from '../config/net.ts'
import { findVolume } from '../disks/free-volume.ts'
import { drivesOf } from '../drive/drive.ts'
import { splitVolumeId } from '../drive/volume-id.ts'
import { unknownOption } from './qemu-options.ts'

/** Refuses a bridge that the host does not have; virtual networks count as bridges once they are applied. */
export function requireBridge(asking: Pick<Asking, 'sim' | 'node'>, bridge: string | undefined): void {
  if (bridge === undefined) return
  const interfaces = hostOf(asking).interfaces
  const isThere = interfaces.some((each) => each.iface === bridge && /bridge/i.test(each.type))
  if (!isThere && sectionAt(asking.sim.world.sdn.applied?.vnets ?? {}, bridge) === undefined) {
    throw died(`bridge '${bridge}' does not exist`)
  }
}

/** Refuses to start what lacks a volume on this node. */
export function requireVolumes(asking: Asking, config: VmConfig): void {
  for (const [, { file }] of drivesOf(config)) {
    const parts = splitVolumeId(file)
    if (parts === undefined) continue
    enabledStorage(asking.sim.world, parts.storage, asking.node)
    if (findVolume(asking, file) === undefined) throw died(`volume '${file}' does not exist`)
  }
}

/** Refuses to start what wants more than the host has, or devices that it does not have. */
export function requireHost(asking: Asking, job: Job, config: VmConfig): void {
  requireCpus(asking, config)
  requireUsb(asking, config)
  requirePci(asking, job, config)
  for (const [key, text] of Object.entries(config)) {
    if (/^net\d+$/.test(key)) requireBridge(asking, parseNet(asking.sim.world, text).options.bridge)
  }
  requireShares(asking, job, config)
}

function requireCpus(asking: Asking, config: VmConfig): void {
  const allowed = cpusOf(hostOf(asking))
  if (Number(config.sockets ?? 1) * Number(config.cores ?? 1) > allowed) {
    throw died(`MAX ${allowed} vcpus allowed per VM on this node`)
  }
}

const mappingsIn = (config: VmConfig, shape: RegExp, read: (text: string) => string | undefined): readonly string[] =>
  Object.entries(config).flatMap(([key, text]) => (shape.test(key) ? (read(text) ?? []) : []))

function requireUsb({ sim }: Asking, config: VmConfig): void {
  for (const name of mappingsIn(config, /^usb\d+$/, (text) => parse('usb', text).mapping)) {
    if (sectionAt(sim.world.mappings.usb, name) === undefined) throw died(`USB device mapping not found for '${name}'`)
  }
}

function requirePci({ sim }: Asking, job: Job, config: VmConfig): void {
  for (const name of mappingsIn(config, /^hostpci\d+$/, (text) => parse('hostpci', text).mapping)) {
    if (sectionAt(sim.world.mappings.pci, name) !== undefined) continue
    // The clean-up stumbles over the same device once more.
    job.log(`PCI device mapping not found for '${name}'`)
    throw died(`PCI device mapping not found for '${name}'`)
  }
}

function requireShares({ sim }: Asking, job: Job, config: VmConfig): void {
  const shares = mappingsIn(config, /^virtiofs\d+$/, (text) => parse('virtiofs', text).dirid)
  if (shares.length > 0 && config.hugepages === undefined) {
    job.log('Use of uninitialized value in concatenation (.) or string at /usr/share/perl5/PVE/QemuServer/Memory.pm')
  }
  const missing = shares.find((name) => sectionAt(sim.world.mappings.dir, name) === undefined)
  if (missing !== undefined) throw died(`Directory ID ${missing} does not exist.`)
}

/** Refuses what the hypervisor itself would refuse. */
export function runQemu(asking: Asking, job: Job, vm: Vm): void {
  const memory = hostOf(asking).memoryBytes
  const complaint =
    guestMemory(vm) > memory
      ? "cannot set up guest memory 'pc.ram': Cannot allocate memory"
      : unknownOption(vm.config.args)
  if (complaint === undefined) return
  job.log(`kvm: ${complaint}`)
  throw died('start failed: QEMU exited with code 1')
}
