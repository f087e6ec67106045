import type { Finding, Rule } from '../rule.ts'
import { minorOf, talosMinors } from '../versions.ts'

/** Talos refuses a kubelet or control plane outside its range when the config is applied. */
export const kubernetesVersion: Rule = {
  code: 'kubernetes-version',
  severity: 'error',
  summary: 'the Kubernetes version is one that the Talos version runs',
  dependsOn: [['talos', 'version']],
  check: ({ spec }) => {
    const { version: talos } = spec.talos
    const range = talosMinors[minorOf(talos)]
    const version = spec.kubernetes?.version
    if (version === undefined) return range === undefined ? [missing(talos)] : []
    const minor = minorOf(version)
    if (range === undefined || (minor >= range.oldest && minor <= range.newest)) return []
    const others = Object.entries(talosMinors).filter(([, { oldest, newest }]) => minor >= oldest && minor <= newest)
    const wayOut = others.length === 0 ? '' : `, or Talos ${others.map(([known]) => `v1.${known}`).join(', ')}`
    const nearest = minor < range.oldest ? `v1.${range.oldest}.0` : range.kubernetes
    return [
      {
        path: ['kubernetes', 'version'],
        message: `Talos ${talos} runs Kubernetes v1.${range.oldest} to v1.${range.newest}, not ${version}`,
        hint: `use ${nearest}${wayOut}`,
      },
    ]
  },
}

function missing(talos: string): Finding {
  const message = `talmox does not know which Kubernetes comes with Talos ${talos}`
  return { path: ['talos', 'version'], message, hint: 'set kubernetes.version' }
}
