import { findQemuKey } from '../../../../../src/proxmox/qemu-key.ts'
import type { VmConfig } from '../../../../world/vm.ts'
import type { Call } from '../../../call.ts'
import { died } from '../../../failure.ts'
import { textOf } from './stored-value.ts'

const MIN_CPU_UNITS = 1
const MAX_CPU_UNITS = 10_000

/** The settings of a request as texts, in the words that the caller used. */
export function settingsOf({ raw }: Pick<Call, 'raw'>): VmConfig {
  const settings: VmConfig = {}
  for (const [key, value] of Object.entries(raw)) {
    if (findQemuKey(key)?.key.kind !== 'config') continue
    // Only JSON can say nothing of a key that it names.
    if (value === null || value === undefined) throw died(`unable to parse value of '${key}' - got undefined value`)
    settings[key] = textOf(value)
  }
  const { cdrom, cpuunits } = settings
  if (cdrom !== undefined) {
    settings.ide2 = /media=/.test(cdrom) ? cdrom : `${cdrom},media=cdrom`
    delete settings.cdrom
  }
  if (cpuunits !== undefined) {
    settings.cpuunits = String(Math.min(MAX_CPU_UNITS, Math.max(MIN_CPU_UNITS, Number(cpuunits))))
  }
  return settings
}
