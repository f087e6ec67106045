import type { Rule } from '../rule.ts'
import { minorOf, newestTalos, oldestTalos } from '../versions.ts'

/** The configuration format must be one that talmox writes and the Talos version reads. */
export const talosContract: Rule = {
  code: 'talos-contract',
  severity: 'error',
  summary: 'the contract is one that talmox writes, and not newer than the Talos version',
  dependsOn: [['talos', 'version']],
  check: ({ spec }) => {
    const { version, contract } = spec.talos
    const talos = minorOf(version)
    if (contract === undefined) {
      if (!(talos > newestTalos)) return []
      const message = `talmox does not write the configuration format of Talos ${version} yet`
      const hint = `set talos.contract: v1.${newestTalos}, which newer versions read as well`
      return [{ path: ['talos', 'version'], message, hint }]
    }
    const path = ['talos', 'contract']
    const minor = minorOf(contract)
    if (minor < oldestTalos) {
      const message = `contract ${contract} is older than v1.${oldestTalos}, the oldest that talmox writes`
      return [{ path, message, hint: `use v1.${oldestTalos} or newer` }]
    }
    if (minor > talos) {
      const message = `Talos ${version} does not read contract ${contract}`
      return [{ path, message, hint: `use v1.${talos}, or leave it out` }]
    }
    if (minor <= newestTalos) return []
    const message = `contract ${contract} is newer than v1.${newestTalos}, the newest that talmox writes`
    return [{ path, message, hint: `use v1.${newestTalos}, which newer versions read as well` }]
  },
}
