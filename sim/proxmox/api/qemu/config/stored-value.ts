import { parseBoolean } from '../../../../../src/proxmox/property-string/boolean.ts'
import { findQemuKey } from '../../../../../src/proxmox/qemu-key.ts'
import type { ParameterValue } from '../../../../../src/proxmox/validate-parameters.ts'
import type { VmConfig } from '../../../../world/vm.ts'

/** A value as a request carries it, in the text that the file will hold. */
export function textOf(value: ParameterValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.map(textOf).join(',') : String(value)
}

/** What is left of a value once the file has been written and read again; undefined when nothing is. */
export function reread(key: string, text: string): string | undefined {
  if (key === 'description') return text.replace(/\s+$/, '') || undefined
  // A line without a value still has the blank behind its colon.
  return text.trim() === '' ? ' ' : text.trim()
}

/** Puts a value into a configuration the way the file keeps it. */
export function put(config: VmConfig, key: string, text: string): void {
  const kept = reread(key, text)
  if (kept === undefined) delete config[key]
  else config[key] = kept
}

/** A value as the API shows it: numbers for integers and flags, texts for all else. */
export function shownValue(key: string, text: string): string | number {
  const type = findQemuKey(key)?.key.type
  if (type === 'boolean') return parseBoolean(text) ? 1 : 0
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
}

const HIDDEN = '**********'

/** A configuration as the API shows it; a password is never shown. */
export function shownConfig(config: VmConfig): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(config).map(([key, text]) => [key, key === 'cipassword' ? HIDDEN : shownValue(key, text)]),
  )
}
