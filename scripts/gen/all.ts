import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateCommandDocs } from './docs/commands.ts'
import { generateSpecDocs } from './docs/spec.ts'
import { generateProtocol } from './proto.ts'
import { generatePveTables } from './pve.ts'
import { generateSchema } from './schema.ts'
import { generateSimTables } from './sim.ts'

const sharedData = path.resolve('../shared/data')
const pveTables = existsSync(path.join(sharedData, 'pve'))
  ? new Map([...generatePveTables(sharedData), ...generateSimTables(sharedData)])
  : new Map<string, string>()
if (pveTables.size === 0) console.error('../shared/data/pve is missing: the Proxmox tables stay as they are')

for (const [file, text] of [...generateSchema(), ...generateSpecDocs(), ...generateCommandDocs(), ...pveTables]) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(file)
}

generateProtocol('.')
