import { formatPath, type Path } from '../../spec/problem.ts'
import type { Draft } from '../draft.ts'
import { distinctMachines, type Rule } from '../rule.ts'

const modeOf: Readonly<Record<string, 'template' | 'iso'>> = {
  'image.template.name': 'template',
  'image.template.vmid': 'template',
  'image.template.prepare': 'template',
  'image.template.clone': 'template',
  'image.iso.volume': 'iso',
  'talos.installDisk': 'iso',
}

/** A setting of a mode that no machine uses is most likely a mode that was forgotten. */
export const imageSettingUnused: Rule = {
  code: 'image-setting-unused',
  severity: 'warning',
  summary: 'settings of an image mode are used by some machine',
  check: ({ machines }) => {
    const written = new Map<string, { path: Path; mode: string; used: boolean }>()
    for (const machine of distinctMachines(machines))
      for (const [setting, mode] of Object.entries(modeOf)) note(written, machine, setting, mode)
    return [...written.values()]
      .filter(({ used }) => !used)
      .map(({ path, mode }) => ({
        path,
        message: `this is used only in image mode ${mode}`,
        hint: `set image.mode: ${mode}, or remove it`,
      }))
  },
}

function note(
  written: Map<string, { path: Path; mode: string; used: boolean }>,
  { origins, image }: Draft,
  setting: string,
  mode: string,
): void {
  const origin = origins.get(setting)
  if (origin?.from !== 'file') return
  const key = formatPath(origin.path)
  const used = image.source.mode === mode || written.get(key)?.used === true
  written.set(key, { path: origin.path, mode, used })
}
