import { rawKeys, sinceNote } from '../raw-keys.ts'
import { isRootLogin, signInAsRoot } from '../root-login.ts'
import { machineRule } from '../rule.ts'

/** Some keys are refused to API tokens, even to those of root. */
export const rawRootOnly = machineRule({
  code: 'raw-root-only',
  severity: 'error',
  summary: 'keys of `vm.raw` that only root may set need a sign-in as `root@pam` with a password',
  find: (machine, { spec }) =>
    isRootLogin(spec)
      ? undefined
      : rawKeys(machine)
          .filter(({ found }) => found?.key.rootOnly === true && found.key.kind === 'config')
          .map((raw) => ({
            path: raw.path,
            on: 'key' as const,
            message: `only root@pam, signed in with a password, may set ${raw.key}`,
            hint: `remove it, or ${signInAsRoot}${sinceNote(raw)}`,
          })),
})
