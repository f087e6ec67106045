import type { Rule } from '../rule.ts'
import { minorOf, newestTalos, oldestTalos } from '../versions.ts'

/** What a Talos version brings must be known to be checked and written. */
export const talosVersion: Rule = {
  code: 'talos-version',
  severity: 'error',
  summary: `the Talos version is at least v1.${oldestTalos}; one that is newer than v1.${newestTalos} is warned about`,
  check: ({ spec }) => {
    const { version } = spec.talos
    const path = ['talos', 'version']
    const known = `talmox knows v1.${oldestTalos} to v1.${newestTalos}`
    const major = Number(/^v(\d+)/.exec(version)?.[1])
    const minor = minorOf(version)
    if (major > 1) return [{ path, message: `Talos ${version} is not a version 1`, hint: known }]
    if (major < 1 || minor < oldestTalos)
      return [{ path, message: `Talos ${version} is too old for talmox to set up`, hint: known }]
    if (minor <= newestTalos) return []
    const message = `Talos ${version} is newer than talmox knows`
    return [{ path, severity: 'warning', message, hint: `${known}; is there a newer talmox?` }]
  },
}
