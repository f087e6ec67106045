import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { emitApi, emitPool, poolParameters } from './pve/api.ts'
import { emitApiTypes } from './pve/api-types.ts'
import { collectFormats, emitFormats } from './pve/formats.ts'
import { emitPropertyStringTypes } from './pve/property-string-types.ts'
import { emitQemuKeys } from './pve/qemu-keys.ts'
import { readPveSource } from './pve/source.ts'

const TABLES = 'src/proxmox/tables'

/** The text of every table made from the Proxmox API schema, by its path in the repository. */
export function generatePveTables(sharedData: string): ReadonlyMap<string, string> {
  const source = readPveSource(sharedData)
  const pool = poolParameters(source)
  const formats = collectFormats(source)
  return new Map([
    [`${TABLES}/qemu-keys.gen.ts`, emitQemuKeys(source)],
    [`${TABLES}/formats.gen.ts`, emitFormats(formats)],
    [`${TABLES}/property-strings.gen.ts`, emitPropertyStringTypes(formats)],
    [`${TABLES}/parameters.gen.ts`, emitPool(pool)],
    [`${TABLES}/api-8.gen.ts`, emitApi(source, '8', pool)],
    [`${TABLES}/api-9.gen.ts`, emitApi(source, '9', pool)],
    [`${TABLES}/api-types.gen.ts`, emitApiTypes(source)],
  ])
}

if (process.argv[1]?.endsWith('scripts/gen/pve.ts')) {
  for (const [file, text] of generatePveTables(path.resolve('../shared/data'))) writeFileSync(file, text)
}
