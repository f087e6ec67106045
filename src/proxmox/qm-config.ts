import type { Desired, Machine } from '../resolve/desired.ts'
import type { Address, Nic } from '../spec/vm/hardware.ts'
import type { QmConfig } from '../spec/vm/option.ts'
import { vmOptions } from '../spec/vm/options.ts'
import { ownDrives } from '../spec/vm/own-drives.ts'

/** The machine as `qm config` would print it: every key that talmox decides; disks as they are allocated. */
export function qmConfig(machine: Machine, network: Desired['network']): QmConfig {
  const fromOptions = Object.values(vmOptions).map((option) => option.qm(machine))
  const all: QmConfig = Object.assign(
    { name: machine.name, smbios1: `uuid=${machine.uuid}` },
    ...fromOptions,
    isoDrive(machine),
    settingsDrive(machine),
    cloudInit(machine, network),
  )
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isoDrive({ image, storage }: Machine): QmConfig {
  if (image.source.mode !== 'iso') return {}
  const volume = image.source.volume ?? `${storage.images}:iso/talos-${image.version}-${image.arch}.iso`
  return { [ownDrives[image.arch].iso]: `${volume},media=cdrom` }
}

/**
 * The drive that Talos' settings are on: a CD with the whole config, which is put in for the first start, or the drive
 * that Proxmox itself writes addresses to, on which there is no secret. Talos would not know which of two to read.
 */
function settingsDrive({ image, nics, storage, talos }: Machine): QmConfig {
  const key = ownDrives[image.arch].cloudInit
  if (talos.delivery === 'cidata') return { [key]: 'none,media=cdrom' }
  return nics.some(isStatic) ? { [key]: `${storage.cloudInit}:cloudinit,media=cdrom` } : {}
}

/** What Proxmox writes to that drive; where it has another one, this is still where addresses can be read. */
function cloudInit({ nics }: Machine, { dns, searchDomains }: Desired['network']): QmConfig {
  const addressed = nics.map((nic, index) => [`ipconfig${index}`, ipConfig(nic)] as const)
  if (!nics.some(isStatic)) return {}
  return {
    ...Object.fromEntries(addressed),
    ...(dns.length === 0 ? {} : { nameserver: dns.join(' ') }),
    ...(searchDomains.length === 0 ? {} : { searchdomain: searchDomains.join(' ') }),
  }
}

const isStatic = ({ method }: Nic): boolean => method === 'static'

function ipConfig({ method, addresses, gateways }: Nic): string {
  if (method === 'dhcp') return 'ip=dhcp'
  const part = (address: Address) => {
    const six = address.address.includes(':')
    const gateway = gateways.find((one) => one.includes(':') === six)
    return [
      `${six ? 'ip6' : 'ip'}=${address.address}/${address.prefix}`,
      ...(gateway === undefined ? [] : [`${six ? 'gw6' : 'gw'}=${gateway}`]),
    ]
  }
  return addresses.flatMap(part).join(',')
}
