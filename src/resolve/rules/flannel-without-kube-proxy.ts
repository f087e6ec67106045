import type { Rule } from '../rule.ts'

/** Flannel carries packets between nodes, but services need someone to carry them to pods. */
export const flannelWithoutKubeProxy: Rule = {
  code: 'flannel-without-kube-proxy',
  severity: 'warning',
  summary: '`kubeProxy: false` goes with a network plugin that replaces it',
  check: ({ spec }) => {
    const { cni = 'flannel', kubeProxy = true } = spec.kubernetes ?? {}
    if (kubeProxy || cni !== 'flannel') return []
    const message = 'flannel does not replace kube-proxy: services have no addresses that work'
    const hint = 'set kubernetes.cni: none and install a plugin that does, or kubeProxy: true'
    return [{ path: ['kubernetes', 'kubeProxy'], message, hint }]
  },
}
