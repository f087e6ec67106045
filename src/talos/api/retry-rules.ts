import type { RetryRule } from './retry.ts'

/** A machine that is not there yet, or not any more: it boots, installs or changes its certificate. */
const COMING_UP: readonly RetryRule[] = [
  { code: 'talos-refused', verdict: 'retry' },
  { code: 'talos-unreachable', verdict: 'retry' },
  { code: 'talos-connection-lost', verdict: 'retry' },
  { code: 'talos-unavailable', verdict: 'retry' },
  { code: 'talos-deadline', verdict: 'retry' },
]

/** The first config of a machine. */
export const FIRST_APPLY_RULES: readonly RetryRule[] = [
  ...COMING_UP,
  // Another config is being applied, or the machine is already on its way down.
  { code: 'talos-not-ready', verdict: 'retry' },
]

/** The first call with our certificate after the first config: until then the machine shows its own. */
export const FIRST_MUTUAL_RULES: readonly RetryRule[] = [
  ...COMING_UP,
  { code: 'talos-wrong-authority', verdict: 'retry' },
  { code: 'talos-client-refused', verdict: 'retry' },
  { code: 'talos-wrong-name', verdict: 'retry' },
]

/** Beginning etcd; repeating it on the same machine is safe, since existing data is never overwritten. */
export const BOOTSTRAP_RULES: readonly RetryRule[] = [
  ...FIRST_MUTUAL_RULES,
  { code: 'talos-not-ready', text: /can only be performed on a control plane/, verdict: 'give up' },
  { code: 'talos-not-ready', text: /not available yet|time is not in sync/, verdict: 'retry' },
  // Said before the machine knows from its config what it is.
  { code: 'talos-unimplemented', verdict: 'retry' },
  { code: 'talos-not-control-plane', verdict: 'retry' },
]
