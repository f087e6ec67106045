import type { ProxmoxRelease } from '../../proxmox/release.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, ok, warn } from '../finding.ts'

const OLDEST = 8
const NEWEST = 9

export const version: Check = {
  name: 'version',
  about: 'The release of Proxmox is one that talmox knows, and has what the image mode needs.',
  run: async ({ release, desired }) => {
    const imports = desired.machines.some(
      ({ image: { source } }) => source.mode === 'import' || (source.mode === 'template' && source.prepare),
    )
    return [judge(await release(), imports)]
  },
}

function judge({ version: text, number: [major, minor] }: ProxmoxRelease, imports: boolean): Finding {
  if (major < OLDEST)
    return fail(`Proxmox VE ${text} is older than ${OLDEST}.0`, 'upgrade it: its support ended, and its API differs')
  if (imports && major === 8 && minor < 4)
    return fail(
      `Proxmox VE ${text} cannot import disk images; that came with 8.4`,
      'upgrade it, or set `image.mode: iso`, or name a template that is there with `prepare: false`',
    )
  if (major > NEWEST) return warn(`Proxmox VE ${text} is newer than this talmox knows`, 'look for a newer talmox')
  return ok(`Proxmox VE ${text} is known`)
}
