import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import { print } from '../../../../../src/proxmox/property-string/print.ts'
import type { PropertyString } from '../../../../../src/proxmox/property-string/value.ts'
import type { VmConfig } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import type { Asking } from '../asking.ts'

type Machine = PropertyString<'machine'>

/** The revision that Proxmox has made of the machine types of a QEMU. */
const REVISIONS: Readonly<Record<string, number>> = { '11.0': 2, '9.2': 1 }

/** Whether an operating system is a Windows, which must keep its machine type. */
export const isWindows = (ostype: string | undefined): boolean => /^(?:w2k\d*|wxp|wvista|win\d+)$/.test(ostype ?? '')

const BASES: Readonly<Record<string, string>> = { pc: 'pc-i440fx', q35: 'pc-q35', virt: 'virt' }

/** The two first numbers of the installed QEMU, and the revision of its machine types. */
function installed({ sim }: Pick<Asking, 'sim'>): { readonly version: string; readonly revision: number } {
  const version = sim.release.qemu.split('.').slice(0, 2).join('.')
  return { version, revision: REVISIONS[version] ?? 0 }
}

/** Refuses settings of a machine that contradict each other. */
export function checkMachine(text: string): void {
  assertValid(parse('machine', text))
}

function assertValid({ type = '', viommu, 'aw-bits': bits }: Machine): void {
  if (viommu === 'intel') {
    if (!type.includes('q35')) throw died('to use Intel vIOMMU please set the machine type to q35')
    if (bits !== undefined && bits !== 39 && bits !== 48) {
      throw died('Intel vIOMMU supports only 39 or 48 bits as address width')
    }
  }
  if (bits !== undefined && viommu === undefined) throw died('cannot set aw-bits if no vIOMMU is configured')
}

/** The machine setting of a machine whose system has just been chosen: Windows gets the version that is installed. */
export function pinnedMachine(asking: Pick<Asking, 'sim'>, machine: string | undefined, ostype: string | undefined) {
  const parts: Machine = machine === undefined ? {} : parse('machine', machine)
  const { type } = parts
  const isOpen = type === undefined || /^(?:pc|q35|virt)$/.test(type)
  const { version, revision } = installed(asking)
  const pinned: Machine =
    isOpen && isWindows(ostype) ? { ...parts, type: `${BASES[type ?? 'pc']}-${version}+pve${revision}` } : parts
  assertValid(pinned)
  return Object.keys(pinned).length === 0 ? undefined : print('machine', pinned)
}

/** The machine type that a machine is started with; refuses one that is newer than what is installed. */
export function runningMachine(asking: Pick<Asking, 'sim' | 'node'>, config: VmConfig, forced?: string): string {
  const { version, revision } = installed(asking)
  const wanted = forced ?? (config.machine === undefined ? undefined : parse('machine', config.machine).type)
  const type = wanted ?? 'pc'
  const base = BASES[type]
  if (base !== undefined) return `${base}-${version}+pve${revision}`
  const full = /\+pve\d+(?:\.pxe)?$/.test(type) ? type : type.replace(/(\.pxe)?$/, '+pve0$1')
  const [, asked = version] = /-(\d+\.\d+)/.exec(full) ?? []
  if (compareVersions(asked, version) > 0) {
    throw died(
      `Installed QEMU version '${asking.sim.release.qemu}' is too old to run machine type '${full}', please upgrade node '${asking.node}'`,
    )
  }
  return full
}

function compareVersions(a: string, b: string): number {
  const [aMajor = 0, aMinor = 0] = a.split('.').map(Number)
  const [bMajor = 0, bMinor = 0] = b.split('.').map(Number)
  return aMajor - bMajor || aMinor - bMinor
}
