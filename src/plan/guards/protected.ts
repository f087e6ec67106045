import { few } from '../few.ts'
import type { Guard } from '../guard.ts'

/** The file itself says that nothing may be lost. */
export const protectedCluster: Guard = {
  code: 'protected',
  level: 'refused',
  summary: '`protection` is on, and machines would be destroyed',
  check({ desired, leaving }) {
    if (!desired.protection || leaving.length === 0) return []
    const names = few(leaving.map(({ name }) => name))
    return [
      {
        target: desired.name,
        message: `${names} ${leaving.length === 1 ? 'is' : 'are'} not in the file any more, and \`protection\` is on`,
        hint: 'put back into the file what is missing there, or set `protection: false` first',
      },
    ]
  },
}
