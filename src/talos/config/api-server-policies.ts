import type { Mapping } from '../document/value.ts'

/** Pod security as Talos sets it: baseline enforced everywhere but in `kube-system`. */
export const podSecurity: Mapping = {
  apiVersion: 'pod-security.admission.config.k8s.io/v1alpha1',
  kind: 'PodSecurityConfiguration',
  defaults: {
    audit: 'restricted',
    'audit-version': 'latest',
    enforce: 'baseline',
    'enforce-version': 'latest',
    warn: 'restricted',
    'warn-version': 'latest',
  },
  exemptions: { namespaces: ['kube-system'], runtimeClasses: [], usernames: [] },
}

/** Audit as Talos sets it: who did what, without bodies. */
export const auditPolicy: Mapping = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] }

/** Anonymous requests as Talos allows them: health checks only. */
export const anonymousHealthChecks: Mapping = {
  enabled: true,
  conditions: [{ path: '/livez' }, { path: '/readyz' }, { path: '/healthz' }],
}
