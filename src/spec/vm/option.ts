import type { z } from 'zod'
import type { Built } from './hardware.ts'

/** Keys and values as `qm config` prints them. */
export type QmConfig = Record<string, string>

/** One key under `vm`: how it is written in the file, and what it becomes in Proxmox. */
export interface VmOption<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema
  /** The Proxmox keys this option decides; `raw` may not set them. */
  readonly keys: readonly string[]
  /** Proxmox keys for a resolved machine; nothing when Proxmox' own default is meant. */
  readonly qm: (machine: Built) => QmConfig
}

/** Declares a VM option, keeping the exact type of its schema. */
export function vmOption<Schema extends z.ZodType>(option: VmOption<Schema>): VmOption<Schema> {
  return option
}

/** A Proxmox boolean. */
export const bit = (value: boolean): string => (value ? '1' : '0')

/** Joins a property string: the leading part as it is, the others sorted as Proxmox prints them, absent ones left out. */
export function properties(lead: string, rest: Record<string, string | number | boolean | undefined>): string {
  const parts = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${typeof value === 'boolean' ? bit(value) : value}`)
  return [...(lead === '' ? [] : [lead]), ...parts].join(',')
}

/** A config with the key when there is a value, else an empty one. */
export function entry(key: string, value: string | number | undefined): QmConfig {
  return value === undefined ? {} : { [key]: String(value) }
}
