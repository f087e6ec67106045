import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { Hardware } from '../../../../guest/guest.ts'
import type { Vm } from '../../../../world/vm.ts'
import { guestCpus, guestMemory, guestName } from '../../../guests/facts.ts'
import { isAgentEnabled } from '../agent/agent.ts'
import type { Asking } from '../asking.ts'
import { cloudInitFiles } from '../cloudinit/cloudinit.ts'
import { cloudInitKey } from '../cloudinit/write-drive.ts'
import { deviceBootOrder } from '../config/boot-order.ts'
import { isOn } from '../config/config-lock.ts'
import { parseNet } from '../config/net.ts'
import { findVolume } from '../disks/free-volume.ts'
import { drivesOf, isCdrom } from '../drive/drive.ts'

/** A machine as the guest inside it finds it. */
export function hardwareOf(asking: Pick<Asking, 'sim' | 'node'>, vm: Vm): Hardware {
  const { config, vmid } = vm
  const { world } = asking.sim
  return {
    vmid,
    node: vm.node,
    name: guestName(vm),
    ...identityOf(config.smbios1),
    cpus: guestCpus(world, vm),
    memoryBytes: guestMemory(vm),
    nics: Object.keys(config)
      .filter((key) => /^net\d+$/.test(key))
      .map((key) => nicOf(asking, key, config[key] ?? '')),
    disks: drivesOf(config).map(([key, drive]) => ({
      key,
      volume: drive.file,
      isCdrom: isCdrom(drive),
      sizeBytes: findVolume(asking, drive.file)?.sizeBytes ?? 0,
    })),
    hasAgentChannel: isAgentEnabled(vm),
    bootOrder: deviceBootOrder(config),
    ...settingsOf(asking, vm),
  }
}

function identityOf(smbios1: string | undefined): Pick<Hardware, 'uuid' | 'serial'> {
  const { uuid = '', serial, base64 } = smbios1 === undefined ? {} : parse('smbios1', smbios1)
  if (serial === undefined) return { uuid }
  return { uuid, serial: base64 === true ? Buffer.from(serial, 'base64').toString('utf8') : serial }
}

/** What a guest is told: by the drive that Proxmox writes, or by a CD that somebody made. */
function settingsOf(asking: Pick<Asking, 'sim' | 'node'>, vm: Vm): Pick<Hardware, 'cloudInit'> {
  if (cloudInitKey(vm) !== undefined) return { cloudInit: cloudInitFiles(asking, vm) }
  for (const [, drive] of drivesOf(vm.config)) {
    const cloudInit = isCdrom(drive) ? findVolume(asking, drive.file)?.cidata : undefined
    if (cloudInit !== undefined) return { cloudInit }
  }
  return {}
}

function nicOf({ sim }: Pick<Asking, 'sim'>, key: string, text: string) {
  const { model, macaddr, options } = parseNet(sim.world, text)
  return {
    key,
    model,
    mac: macaddr,
    ...(options.bridge === undefined ? {} : { bridge: options.bridge }),
    ...(options.tag === undefined ? {} : { tag: Number(options.tag) }),
    linkDown: isOn(options.link_down),
  }
}
