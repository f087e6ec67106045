import { decodeBase64, encodeBase64 } from '../../encoding/base64.ts'
import { printValues } from '../property-string/print.ts'
import { tryParse } from '../property-string/try-parse.ts'
import type { PropertyValues } from '../property-string/value.ts'
import type { Release } from '../tables/types.ts'

/** By this serial number Talos knows that its settings are at an address, and nowhere else. */
const LEADS_TO = 'ds=nocloud-net;s='

/** The first part of the path of every address that talmox writes: what leads elsewhere is somebody else's. */
export const SEED_PATH = '/talmox/'

const TEXTS = ['manufacturer', 'product', 'version', 'serial', 'sku', 'family']

/** SMBIOS settings that lead Talos to an address; what else they say stays. */
export function withSeedUrl(smbios1: string, url: string, release: Release): string {
  const values = inBase64(tryParse('smbios1', smbios1, release) ?? {})
  return printValues('smbios1', { ...values, serial: encodeBase64(`${LEADS_TO}${url}`), base64: true }, release)
}

/** SMBIOS settings that lead nowhere; what else they say stays. */
export function withoutSeedUrl(smbios1: string, release: Release): string {
  if (seedUrlIn(smbios1, release) === undefined) return smbios1
  const { serial: _, base64, ...rest } = tryParse('smbios1', smbios1, release) ?? {}
  const isNeeded = base64 !== undefined && TEXTS.some((part) => rest[part] !== undefined)
  return printValues('smbios1', isNeeded ? { ...rest, base64 } : rest, release)
}

/** The address of talmox that SMBIOS settings lead to; nothing where they lead nowhere, or to somebody else. */
export function seedUrlIn(smbios1: string | undefined, release: Release): string | undefined {
  const { serial, base64 } = (smbios1 === undefined ? undefined : tryParse('smbios1', smbios1, release)) ?? {}
  if (typeof serial !== 'string' || base64 !== true) return undefined
  const text = decodeBase64(serial)?.toString('utf8') ?? ''
  const url = text.startsWith(LEADS_TO) ? text.slice(LEADS_TO.length) : ''
  return URL.canParse(url) && new URL(url).pathname.startsWith(SEED_PATH) ? url : undefined
}

/** One flag says for all texts whether they are encoded. */
function inBase64(values: PropertyValues): PropertyValues {
  if (values.base64 === true) return values
  return Object.fromEntries(
    Object.entries(values).map(([part, value]) => [
      part,
      TEXTS.includes(part) && typeof value === 'string' ? encodeBase64(value) : value,
    ]),
  )
}
