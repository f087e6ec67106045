import { randomBytes } from 'node:crypto'
import { grammarOf } from '../../../../../src/proxmox/property-string/grammar.ts'
import { printValues } from '../../../../../src/proxmox/property-string/print.ts'
import { splitPropertyString } from '../../../../../src/proxmox/property-string/split.ts'
import type { World } from '../../../../world/world.ts'

/** A network card taken apart: its model, its address and its other options as texts. */
export interface Net {
  readonly model: string
  readonly macaddr: string
  readonly options: Readonly<Record<string, string>>
}

const DEFAULT_PREFIX = 'BC:24:11'

/** An address that nobody has, in the range of the datacenter. */
export function randomMac(world: World): string {
  const prefix = String(world.options.mac_prefix ?? DEFAULT_PREFIX).split(':')
  const rest = [...randomBytes(6 - prefix.length)].map((byte) => byte.toString(16).padStart(2, '0'))
  return [...prefix, ...rest].join(':').toUpperCase()
}

/** Takes a network card apart; one without an address gets one. */
export function parseNet(world: World, text: string): Net {
  const split = splitPropertyString(grammarOf('net'), text)
  if ('fault' in split) throw new Error(`the configuration holds the network card ${text}: ${split.fault}`)
  const { model = '', macaddr = randomMac(world), ...options } = Object.fromEntries(split.values)
  return { model, macaddr, options }
}

/** Writes a network card: model and address first, the options by name. */
export const printNet = ({ model, macaddr, options }: Net): string => printValues('net', { ...options, model, macaddr })
