import type { CheckContext } from '../check-context.ts'
import type { FormatName } from '../tables/formats.gen.ts'
import { cpuFlags, cpuModels } from './cpu-models.ts'

type Values = ReadonlyMap<string, string>

interface WholeChecks {
  /** Checks that Proxmox makes in place of the grammar's. */
  readonly instead: Readonly<Partial<Record<FormatName, (text: string) => string | undefined>>>
  /** Checks that follow once every sub-key is fine. */
  readonly after: Readonly<Partial<Record<FormatName, (values: Values, context: CheckContext) => string | undefined>>>
}

/** Checks of a property string as a whole. */
export const wholeChecks: WholeChecks = {
  instead: { startup: checkStartup },
  after: { cpu: checkCpu, 'prune-backups': checkPrune },
}

function checkStartup(text: string): string | undefined {
  const parts = text.split(',').filter((part) => !/^\s*$/.test(part))
  const fine = parts.every((part) => /^(?:(?:order=)?|up=|down=)\d+$/.test(part))
  return fine && text !== '' && text !== '0' ? undefined : 'unable to parse startup options'
}

function checkCpu(values: Values, { customCpuModels }: CheckContext): string | undefined {
  const type = values.get('cputype') ?? '0'
  if (type === '0') return 'CPU is missing cputype'
  if (type.startsWith('custom-')) {
    const name = type.slice('custom-'.length)
    if (customCpuModels !== undefined && !customCpuModels.has(name)) return `Custom cputype '${name}' not found`
  } else if (!cpuModels.has(type)) {
    return `Built-in cputype '${type}' is not defined (missing 'custom-' prefix?)`
  }
  const flags = values.get('flags')?.split(';') ?? []
  if (!flags.every((flag) => cpuFlags.includes(flag.slice(1)))) {
    return `VM-specific CPU flags must be a subset of: ${cpuFlags.join(', ')}`
  }
  return values.has('reported-model') ? "Property 'reported-model' not allowed in VM-specific CPU config." : undefined
}

function checkPrune(values: Values): string | undefined {
  const counts = [...values].filter(([key, text]) => key !== 'keep-all' && Number(text) > 0)
  const all = values.get('keep-all') === '1'
  return all && counts.length > 0 ? 'keep-all cannot be set together with other options.' : undefined
}
