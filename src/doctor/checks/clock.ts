import type { Check } from '../check.ts'
import { fail, ok, skipped, warn } from '../finding.ts'

const NOTABLE_MS = 5_000
const HARMFUL_MS = 5 * 60_000

export const clock: Check = {
  name: 'clock',
  about: 'The clocks of Proxmox and of this computer agree; certificates and one-time codes go by them.',
  run: async ({ release, client }) => {
    await release()
    const skew = client.skew()
    if (skew === undefined) return [skipped('skipped: Proxmox does not tell its time')]
    const words = `Proxmox is ${span(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} this computer`
    const hint = 'let both get their time by NTP: `chronyc tracking` on the host, `timedatectl` here'
    if (Math.abs(skew) >= HARMFUL_MS) return [fail(words, hint)]
    return [Math.abs(skew) >= NOTABLE_MS ? warn(words, hint) : ok('Proxmox and this computer agree on the time')]
  },
}

function span(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
