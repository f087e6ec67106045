import type { Check } from '../check.ts'
import { ok } from '../finding.ts'

export const connection: Check = {
  name: 'connection',
  about: 'Proxmox answers, its certificate is trusted, and the token or password is accepted.',
  run: async ({ release, user }) => {
    const { version } = await release()
    return [ok(`Proxmox VE ${version} answers ${user}`)]
  },
}
