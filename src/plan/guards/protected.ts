import type { Guard } from '../guard.ts'

/** The file itself says that nothing may be lost. */
export const protectedCluster: Guard = {
  code: 'protected',
  level: 'refused',
  summary: '`protection` is on, and machines would be destroyed',
  check({ desired, leaving }) {
    if (!desired.protection || leaving.length === 0) return []
    const names = leaving.map(({ name }) => name).join(', ')
    return [
      {
        target: desired.name,
        message: `${names} ${leaving.length === 1 ? 'is' : 'are'} not in the file any more, and \`protection\` is on`,
        hint: 'put them back into the file, or set `protection: false` first',
      },
    ]
  },
}
